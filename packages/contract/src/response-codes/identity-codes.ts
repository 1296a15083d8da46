import { ours, product } from './entry.ts'

/** Who is asking: -82030xxx. Source: domain.md §12. */
export const identityCodes = {
  noIdentity: product(-82030001, 401, '/sign-in', {
    en: 'Please sign in to continue.',
    es: 'Inicie sesión para continuar.',
  }),
  tokenOutdated: product(-82030002, 401, '/sign-in', {
    en: 'Your session has ended. Please sign in again.',
    es: 'Su sesión terminó. Inicie sesión de nuevo.',
  }),
  resourceSessionRequired: ours(-82030003, 401, 'popup', {
    en: 'Please confirm who you are to open this link.',
    es: 'Confirme quién es para abrir este enlace.',
  }),
  identityNotMatched: ours(-82030004, 422, 'popup', {
    en: 'These details do not match our records. Check them and try again.',
    es: 'Estos datos no coinciden con los nuestros. Revíselos e inténtelo de nuevo.',
  }),
  identityLocked: ours(-82030005, 423, 'popup', {
    en: 'Too many tries. This link is locked; please sign in, or contact us for a new link.',
    es: 'Demasiados intentos. Este enlace está bloqueado; inicie sesión o pídanos un enlace nuevo.',
  }),
  loginCodeInvalid: ours(-82030006, 422, 'field errors', {
    en: 'This code is not right. Check it and enter it again.',
    es: 'Este código no es correcto. Revíselo y escríbalo otra vez.',
  }),
  loginCodeExpired: ours(-82030007, 410, 'popup', {
    en: 'This code has expired. Ask for a new one.',
    es: 'Este código venció. Pida uno nuevo.',
  }),
  loginCodeLocked: ours(-82030008, 423, '/sign-in', {
    en: 'Too many wrong codes. Please sign in again for a new code.',
    es: 'Demasiados códigos incorrectos. Inicie sesión de nuevo para recibir otro código.',
  }),
  signInThrottled: ours(-82030009, 429, 'wait and retry', {
    en: 'Too many tries. Please wait a moment, then try again or reset your password.',
    es: 'Demasiados intentos. Espere un momento e inténtelo de nuevo o cambie su contraseña.',
  }),
  signInRequiredForStep: ours(-82030010, 401, '/sign-in', {
    en: 'Please sign in to take this step.',
    es: 'Inicie sesión para dar este paso.',
  }),
  linkNoLongerValid: ours(-82030011, 410, 'popup', {
    en: 'This link was used or has expired. Ask for a new one.',
    es: 'Este enlace ya se usó o venció. Pida uno nuevo.',
  }),
  originNotAllowed: ours(-82030012, 403, '/403', {
    en: 'This request came from another site. Open our page and try again.',
    es: 'Esta solicitud vino de otro sitio. Abra nuestra página e inténtelo de nuevo.',
  }),
  recentSignInRequired: ours(-82030013, 401, '/sign-in', {
    en: 'Please sign in again before changing this.',
    es: 'Inicie sesión de nuevo antes de cambiar esto.',
  }),
  passwordResetNeeded: ours(-82030014, 423, 'popup', {
    en: 'Too many wrong passwords. To protect the account, choose “Forgot your password?” and set a new one.',
    es: 'Demasiadas contraseñas incorrectas. Para proteger la cuenta, elija “¿Olvidó su contraseña?” y cree una nueva.',
  }),
  tooManyMails: ours(-82030015, 429, 'popup', {
    en: 'Several emails were asked for at this address. Look in your inbox and in spam, or try again later.',
    es: 'Se pidieron varios correos para esta dirección. Revise su bandeja de entrada y el correo no deseado, o inténtelo más tarde.',
  }),
} as const
