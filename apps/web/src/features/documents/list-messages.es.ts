/** Lists of documents and notices, in Spanish. */
export const es = {
  open: 'Abrir',
  openNamed: 'Abrir {title} (pestaña nueva)',
  save: 'Guardar',
  saveNamed: 'Guardar {title}',
  signedOn: 'Firmado el {date}',
  madeOn: 'Del {date}',
  sentOn: 'Enviado el {date} a {address}',
  onItsWay: 'En camino a {address}',
  loan: 'Préstamo {loanNo}',
  noDocuments: 'Todavía no hay documentos. Su contrato aparece aquí cuando está listo.',
  noNotices: 'Todavía no le hemos enviado avisos.',
  noticePdf: 'Abrir en PDF',
} as const
