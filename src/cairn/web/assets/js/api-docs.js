// The documentation of the API, drawn from /api/v1/openapi.json without asking anybody else.

import SwaggerUI from "swagger-ui-dist/swagger-ui-bundle.js";
import "swagger-ui-dist/swagger-ui.css";
import "../css/api-docs.css";

const isNight = matchMedia("(prefers-color-scheme: dark)");
const { theme } = document.documentElement.dataset;

function followTheme() {
  document.documentElement.classList.toggle("dark-mode", theme === "system" ? isNight.matches : theme === "dark");
}

followTheme();
isNight.addEventListener("change", followTheme);

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
