import { ours, product } from './entry.ts'

/** The account itself: -79050xxx. */
export const accountCodes = {
  credentialInvalid: product(-79050001, 401, '/sign-in', {
    en: 'Your sign-in is no longer valid. Please sign in again.',
    es: 'Su sesión ya no es válida. Inicie sesión de nuevo.',
  }),
  accountInformationInvalid: product(-79050002, 422, 'popup', {
    en: 'The email or password is not right. Check both, or reset your password.',
    es: 'El correo o la contraseña no son correctos. Revise los dos o cambie su contraseña.',
  }),
  identityInformationMissing: product(-79050003, 401, '/sign-in', {
    en: 'Part of your sign-in is missing. Please sign in again.',
    es: 'Falta una parte de su sesión. Inicie sesión de nuevo.',
  }),
  wrongGrantType: product(-79050004, 403, '/403', {
    en: 'Your account may not do this. Sign in with the right account.',
    es: 'Su cuenta no puede hacer esto. Inicie sesión con la cuenta correcta.',
  }),
  accountDuplicate: ours(-79050005, 409, 'popup', {
    en: 'This email already has an account. Please sign in instead.',
    es: 'Este correo ya tiene una cuenta. Inicie sesión con ella.',
  }),
  passwordRefused: ours(-79050006, 422, 'field errors', {
    en: 'This password cannot be used. Choose one that meets the list.',
    es: 'Esta contraseña no se puede usar. Elija otra que cumpla la lista.',
  }),
  currentPasswordWrong: ours(-79050007, 422, 'field errors', {
    en: 'The current password is not right. Enter it again.',
    es: 'La contraseña actual no es correcta. Escríbala otra vez.',
  }),
  contactNotVerifiable: ours(-79050008, 422, 'popup', {
    en: 'We cannot send a code there. Choose another contact.',
    es: 'No podemos enviar un código ahí. Elija otro contacto.',
  }),
  contactCodeInvalid: ours(-79050009, 422, 'field errors', {
    en: 'This code is not right or has expired. Ask for a new one.',
    es: 'Este código no es correcto o venció. Pida uno nuevo.',
  }),
  authenticatorCodeInvalid: ours(-79050010, 422, 'field errors', {
    en: 'This authenticator code is not right. Enter the latest one.',
    es: 'Este código de la aplicación no es correcto. Escriba el más reciente.',
  }),
  authenticatorAlreadyOn: ours(-79050013, 409, 'popup', {
    en: 'An authenticator app is on already. To set up another one, first choose to switch it off.',
    es: 'Ya hay una aplicación de autenticación activa. Para configurar otra, primero desactive esa.',
  }),
  textMessagesNotAvailable: ours(-79050014, 422, 'popup', {
    en: 'We cannot send text messages at the moment. Verify your email instead, or try again later.',
    es: 'Ahora no podemos enviar mensajes de texto. Verifique su correo o inténtelo más tarde.',
  }),
  contactOptedOut: ours(-79050015, 422, 'popup', {
    en: 'You asked us not to call or text you, so we cannot send a code to a phone. Call us to change this.',
    es: 'Nos pidió que no lo llamáramos ni le enviáramos mensajes, así que no podemos enviar un código a un teléfono. Llámenos para cambiarlo.',
  }),
  accountNotFound: ours(-79050016, 404, 'popup', {
    en: 'No account of this portfolio has this email. Check both.',
    es: 'Ninguna cuenta de este portafolio tiene este correo. Revise los dos.',
  }),
  accountChangeRefused: ours(-79050017, 409, 'popup', {
    en: 'The account is in this state already, or cannot go from here to there. Look at it again.',
    es: 'La cuenta ya está en ese estado o no puede pasar a él. Revísela otra vez.',
  }),
  consentRequired: ours(-79050011, 422, 'popup', {
    en: 'A required consent is missing. Check it to continue.',
    es: 'Falta un consentimiento obligatorio. Márquelo para continuar.',
  }),
  consentOutdated: ours(-79050012, 409, 'popup', {
    en: 'A consent text has changed. Read the new text and confirm it.',
    es: 'Cambió el texto de un consentimiento. Lea el texto nuevo y confírmelo.',
  }),
} as const
