/** The list of everything about the account itself, in Spanish. */
export const es = {
  title: 'Cuenta',
  contacts: 'Contactos',
  contactsHint: 'Su correo y sus teléfonos',
  security: 'Acceso y seguridad',
  securityHint: 'Contraseña, códigos y dispositivos',
  consents: 'Consentimientos',
  consentsHint: 'Lo que usted aceptó',
  myData: 'Sus datos',
  myDataHint: 'Una copia, correcciones, eliminación',
  coupons: 'Cupones',
  couponsHint: 'Los que tiene y los que usó',
  verify: 'Verificar un documento',
  verifyHint: 'Vea si un documento es nuestro',
  signOut: 'Cerrar sesión',
} as const
