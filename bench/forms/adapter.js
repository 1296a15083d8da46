{
  errors: () => document.querySelectorAll('[id^="field-"][id$="-error"]').length,
  submit: () => document.querySelector('button[type=submit]'),
}
