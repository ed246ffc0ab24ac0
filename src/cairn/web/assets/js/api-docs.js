// The documentation of the API, drawn from /api/v1/openapi.json without asking anybody else.

import SwaggerUI from "swagger-ui-dist/swagger-ui-bundle.js";
import "swagger-ui-dist/swagger-ui.css";

const place = document.querySelector("[data-api-docs]");
const token = document.querySelector("meta[name=csrf-token]")?.content;
SwaggerUI({
  domNode: place,
  url: place.dataset.apiDocs,
  deepLinking: true,
  validatorUrl: null,
  requestInterceptor(request) {
    // Who is signed in here tries things as themselves.
    if (token && !request.headers.Authorization) request.headers["X-CSRF-Token"] = token;
    return request;
  },
});
