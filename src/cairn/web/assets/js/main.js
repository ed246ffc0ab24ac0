// What the pages do beyond HTML. Everything works without it; this makes it quicker and quieter.

import "./htmx.js";
import "./toasts.js";
import "./dialogs.js";
import "./copying.js";
import "./passwords.js";
import "./charts.js";
import "./time-zone.js";
import "./offline.js";
