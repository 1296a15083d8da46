export const es = {
  readTitle: 'Lea el cambio de su préstamo',
  readLead: 'Tómese su tiempo. Nada cambia antes de que usted firme.',
  keyFigures: 'El cambio en breve',
  printNote: 'Puede guardar o imprimir el PDF. La copia firmada está en Documentos.',
  signTitle: 'Firme el cambio de su préstamo',
  signButton: 'Firmar el cambio',
  declineLead: 'No se firma nada y sus pagos siguen igual. Tal vez lo llamemos por esto.',
  confirmLead: 'Está por firmar este cambio de su préstamo. Revise una vez más:',
  signedTitle: 'El cambio está firmado',
  signedLead: 'Gracias. El cambio ya está en vigor. Siempre encuentra la copia firmada en Documentos.',
  expiredTitle: 'El plazo para firmar ya pasó',
  expiredLead: 'Nada cambió y sus pagos siguen igual. Si todavía quiere el cambio, llámenos.',
  canceledTitle: 'Este cambio se canceló',
  canceledLead: 'No se firmó nada y sus pagos siguen igual. Si quiere el cambio, llámenos.',
  voidedTitle: 'Su préstamo cambió desde entonces',
  voidedLead:
    'Las cifras de este cambio ya no son correctas, así que no se puede firmar. Sus pagos siguen como están. Si todavía quiere el cambio, llámenos.',
  suspendedTitle: 'La firma está en pausa',
  suspendedLead:
    'Su préstamo está en pausa, así que ahora no se puede firmar nada. Si tiene preguntas, llámenos.',
} as const
