// Who signs up lives in the time zone of their browser, unless they say otherwise.

for (const field of document.querySelectorAll("input[data-time-zone]"))
  field.value = Intl.DateTimeFormat().resolvedOptions().timeZone ?? "UTC";
