/** The places of the menu, in Spanish. */
export const es = {
  menu: 'Menú',
  home: 'Inicio',
  loan: 'Préstamo',
  documents: 'Documentos',
  messages: 'Mensajes',
  account: 'Cuenta',
  unread: '{count} sin leer',
} as const
