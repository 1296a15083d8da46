import { ours } from './entry.ts'

/** Any call: -9501xxxx input, -9509xxxx ourselves. */
export const generalCodes = {
  invalidInput: ours(-95010001, 422, 'field errors', {
    en: 'Some entries need a change. Please correct the marked fields.',
    es: 'Hay datos que cambiar. Corrija los campos marcados.',
  }),
  notFound: ours(-95010002, 404, '/404', {
    en: 'We cannot find this. Check the address, or go back to your home page.',
    es: 'No encontramos esto. Revise la dirección o vuelva a su página de inicio.',
  }),
  conflict: ours(-95010003, 409, 'show both values', {
    en: 'This was changed elsewhere in the meantime. Compare both values and save again.',
    es: 'Esto cambió en otro lugar mientras tanto. Compare los dos valores y guarde otra vez.',
  }),
  tooManyRequests: ours(-95010004, 429, 'wait and retry', {
    en: 'Too many requests. Please wait a moment and try again.',
    es: 'Demasiadas solicitudes. Espere un momento e inténtelo de nuevo.',
  }),
  payloadTooLarge: ours(-95010005, 413, 'popup', {
    en: 'This is too large. Choose a file of at most 10 MB.',
    es: 'Es demasiado grande. Elija un archivo de 10 MB como máximo.',
  }),
  unsupportedFile: ours(-95010006, 415, 'field errors', {
    en: 'Choose CSV or png file !',
    es: '¡Elija un archivo CSV o png!',
  }),
  idempotencyKeyMissing: ours(-95010007, 400, 'popup', {
    en: 'This request has no key. Reload the page and try again.',
    es: 'Esta solicitud no tiene clave. Recargue la página e inténtelo de nuevo.',
  }),
  idempotencyKeyReused: ours(-95010008, 409, 'popup', {
    en: 'This request was sent before with other content. Reload the page and try again.',
    es: 'Esta solicitud ya se envió con otro contenido. Recargue la página e inténtelo de nuevo.',
  }),
  idempotencyInProgress: ours(-95010009, 409, 'wait and retry', {
    en: 'The same request is still in progress. Please wait a moment and try again.',
    es: 'La misma solicitud todavía está en curso. Espere un momento e inténtelo de nuevo.',
  }),
  methodNotAllowed: ours(-95010010, 405, 'popup', {
    en: 'This address does not take such a request. Reload the page and try again.',
    es: 'Esta dirección no acepta esa solicitud. Recargue la página e inténtelo de nuevo.',
  }),
  unsupportedMediaType: ours(-95010011, 415, 'popup', {
    en: 'This content type is not accepted. Send the request as JSON or as a form.',
    es: 'No se acepta este tipo de contenido. Envíe la solicitud como JSON o como formulario.',
  }),
  malformedRequest: ours(-95010012, 400, 'popup', {
    en: 'This request cannot be read. Reload the page and try again.',
    es: 'No se puede leer esta solicitud. Recargue la página e inténtelo de nuevo.',
  }),
  fileUnreadable: ours(-95010013, 422, 'field errors', {
    en: 'This file cannot be read. Save it again and choose the new file.',
    es: 'No se puede leer este archivo. Guárdelo de nuevo y elija el archivo nuevo.',
  }),
  developmentBehindProxy: ours(-95010020, 403, 'popup', {
    en: 'This server runs in development mode and takes nothing through a proxy. Run it with DOLPHIN_MODE=production.',
    es: 'Este servidor está en modo de desarrollo y no acepta nada a través de un proxy. Use DOLPHIN_MODE=production.',
  }),
  unexpected: ours(-95090001, 500, '/500', {
    en: 'Something went wrong on our side. Nothing is lost; please try again in a moment.',
    es: 'Algo falló de nuestro lado. No se perdió nada; inténtelo de nuevo en un momento.',
  }),
  overloaded: ours(-95090003, 503, 'wait and retry', {
    en: 'We are very busy. Please wait a moment and try again.',
    es: 'Tenemos mucha actividad. Espere un momento e inténtelo de nuevo.',
  }),
  providerUnavailable: ours(-95090004, 502, 'popup', {
    en: 'A service we need isn’t responding. Please try again in a few minutes.',
    es: 'Un servicio que necesitamos no responde. Inténtelo de nuevo en unos minutos.',
  }),
  savingPaused: ours(-95090005, 503, 'wait and retry', {
    en: 'We cannot save anything right now. Nothing is lost. Please try again in a few minutes.',
    es: 'Ahora no podemos guardar nada. No se perdió nada. Inténtelo de nuevo en unos minutos.',
  }),
} as const
