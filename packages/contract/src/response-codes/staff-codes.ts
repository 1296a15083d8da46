import { ours } from './entry.ts'

/** The lender's staff, who they are and what they may do: -79050xxx from 100 on. */
export const staffCodes = {
  staffSignInRefused: ours(
    -79050101,
    401,
    'popup',
    'This sign-in did not work. Try again. If your passkey or phone is lost, ask two administrators for a new invitation.',
    'No se pudo iniciar la sesión. Inténtelo de nuevo. Si perdió su llave de acceso o su teléfono, pida otra invitación a dos administradores.',
  ),
  passkeyBlocked: ours(
    -79050102,
    423,
    'popup',
    'This passkey answered with an old count, as a copy would. It is blocked. Ask two administrators for a new invitation.',
    'Esta llave de acceso respondió con una cuenta vieja, como lo haría una copia. Está bloqueada. Pida otra invitación a dos administradores.',
  ),
  authenticatorClockOff: ours(
    -79050103,
    422,
    'field errors',
    'The clock of your phone is minutes off, so its codes do not count. Set it to automatic time, then enter the next code.',
    'El reloj de su teléfono está mal por minutos y sus códigos no valen. Ponga la hora automática y escriba el código siguiente.',
  ),
  enrollmentRefused: ours(
    -79050104,
    422,
    'popup',
    'This passkey cannot be used. Choose another, with a PIN or fingerprint, that no one else has enrolled.',
    'Esta llave de acceso no se puede usar. Elija otra, con PIN o huella, que nadie más haya registrado.',
  ),
  notPermitted: ours(
    -79050105,
    403,
    'popup',
    'Your roles do not allow this here. Ask an administrator for the role, or a colleague who has it.',
    'Sus funciones no permiten esto aquí. Pida la función a un administrador o pídaselo a un colega que la tenga.',
  ),
  employeeExists: ours(
    -79050106,
    409,
    'popup',
    'An employee has this work e-mail already. Look at the list and invite that person again instead.',
    'Un empleado ya tiene este correo de trabajo. Vea la lista e invite de nuevo a esa persona.',
  ),
  employeeStateRefused: ours(
    -79050107,
    409,
    'popup',
    'The employee is in another state by now. Look at the list again.',
    'El empleado ya está en otro estado. Vea la lista otra vez.',
  ),
  ownAccountRefused: ours(
    -79050108,
    403,
    'popup',
    'You cannot change your own access. Ask another administrator.',
    'No puede cambiar su propio acceso. Pídaselo a otro administrador.',
  ),
  lastAdministrator: ours(
    -79050109,
    409,
    'popup',
    'This is the last administrator. First invite another and confirm the role with a colleague.',
    'Es el último administrador. Primero invite a otro y confirme la función con un colega; revise la lista.',
  ),
  administratorsExist: ours(
    -79050110,
    403,
    'popup',
    'Administrators exist. Ask one of them to invite you; the operations secret opens nothing more.',
    'Ya hay administradores. Pida a uno de ellos que le invite; el secreto de operaciones no abre nada más.',
  ),
  deskRequired: ours(
    -79050111,
    403,
    'popup',
    'This is done at the desk. Open the desk in a browser and sign in there.',
    'Esto se hace en el escritorio. Ábralo en un navegador e inicie sesión allí.',
  ),
} as const
