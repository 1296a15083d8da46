/** The notification pages, in Spanish. */
export const es = {
  pendingTitle: 'Estamos revisando su solicitud',
  pending: 'No tiene que hacer nada ahora. Le escribimos en cuanto decidamos, casi siempre en un día hábil.',
  successTitle: 'Tenemos su solicitud',
  success:
    'Gracias. Inicie sesión cuando quiera para ver cómo va; también le escribimos cuando haya novedades.',
  paymentTitle: 'Sus pagos cambiaron',
  payment: 'Su nuevo plan de pagos está confirmado.',
  paymentMore: 'Enviamos una confirmación a su correo. Las fechas nuevas están en su página de inicio.',
  expectedTitle: 'Esperamos su pago',
  expected: 'No se cobró nada, y sus pagos programados siguen igual hasta que llegue su pago.',
  expectedMore: 'Su recibo y nuestro correo dicen cuánto paga, cómo y hasta cuándo.',
  uploadTitle: 'Tenemos su estado de cuenta',
  upload:
    'Gracias. Una persona de nuestra oficina lo lee, casi siempre en un día hábil. Después le escribimos.',
  reviewTitle: 'Estamos evaluando su solicitud',
  review: 'Recibimos su solicitud y la estamos revisando con cuidado.',
  reviewMore: 'No tiene que hacer nada. Le escribimos en cuanto decidamos, casi siempre en un día hábil.',
  checkingTitle: 'Todavía estamos revisando la conexión con su banco',
  checking:
    'Su banco aún no ha enviado todo. Esta página sigue sola cuando llegue; también puede cerrarla y volver.',
  checkingStatus: 'Revisando…',
  noAmountTitle: 'No pudimos encontrar un monto para usted con esta cuenta',
  noAmount:
    'Lo que pudimos leer de esta cuenta no alcanza para un préstamo. No se pierde nada: puede intentar una vez más con otra cuenta, como la que recibe su pago.',
  noAmountWhy: 'Lo que vimos',
  triesLeft: 'Puede vincular un banco {number} {number:vez|veces} más en 30 días.',
  noTryLeft:
    'Ya conectó un banco todas las veces que podemos leerlo en 30 días. Un estado de cuenta o una llamada todavía ayudan.',
  retry: 'Intentar con otra cuenta bancaria',
  statement: 'Mejor enviar un estado de cuenta',
  checkTitle: 'Su cheque va en camino',
  check:
    'Enviamos un cheque en papel a su dirección. Suele llegar en 7 a 10 días hábiles. La fecha de su primer pago no cambia.',
  canceledTitle: 'Envío cancelado',
  canceled: 'No guardamos nada de su archivo. Puede empezar de nuevo cuando quiera.',
  startAgain: 'Empezar de nuevo',
  doneTitle: 'Este paso ya está hecho',
  done: 'No tiene que hacerlo otra vez. Su página de inicio muestra dónde está y qué sigue.',
  withdrawnTitle: 'Esta vez no podemos ofrecerle un préstamo',
  withdrawn: 'Lo sentimos: usted no cumple con nuestros criterios actuales.',
  reasonsTitle: 'Las razones',
  changes: 'Qué lo cambiaría: {change}',
  reasonsByMail:
    'Le enviamos un aviso con las razones exactas. Al iniciar sesión, también lo encuentra aquí y en Documentos.',
  noticeTitle: 'Su aviso',
  rights: 'Si algo aquí no es correcto, llámenos y lo revisamos de nuevo.',
  invalidTitle: 'Este enlace ya no funciona',
  invalid:
    'Ya se usó, venció o no corresponde a su préstamo. Sus datos están seguros. Inicie sesión para seguir donde está.',
  goHome: 'Ir a su página de inicio',
  goSignIn: 'Iniciar sesión',
  goOn: 'Seguir',
  call: 'Llame al {phone}',
} as const
