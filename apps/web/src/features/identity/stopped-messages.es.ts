/** Why sign-in is blocked now, in Spanish. */
export const es = {
  lockedTitle: 'Demasiados códigos equivocados',
  locked: 'Por su seguridad este código ya no sirve, aunque ahora escriba el correcto.',
  lockedNext:
    'Inicie sesión otra vez para recibir un código nuevo. Si no pidió uno, elija una contraseña nueva.',
  lockedApp:
    '¿Perdió su app de autenticación? Inicie sesión otra vez y escriba uno de los códigos de recuperación que guardó, o llámenos.',
  signInAgain: 'Iniciar sesión otra vez',
  newPassword: 'Elegir una contraseña nueva',
  frozenTitle: 'Su cuenta está en espera',
  frozen:
    'La detuvimos porque algo no se veía bien. Puede iniciar sesión de nuevo cuando lo revisemos con usted.',
  frozenNext:
    'Llámenos. Tenga a mano su número de préstamo si tiene uno. Le haremos preguntas para confirmar quién es.',
  inactiveTitle: 'Su cuenta está cerrada',
  inactive: 'Usted o nosotros la cerramos. No puede iniciar sesión en ella.',
  inactiveNext: 'Llámenos para abrirla de nuevo o para recibir copias de sus documentos.',
  paymentsGoOn: 'Si tiene un préstamo, sus pagos siguen como se acordó.',
  call: 'Llame al {phone}',
  hours: 'Horario: {hours}',
  back: 'Volver a iniciar sesión',
} as const
