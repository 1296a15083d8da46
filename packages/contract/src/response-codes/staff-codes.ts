import { ours } from './entry.ts'

/** The lender's staff, who they are and what they may do: -79050xxx from 100 on. */
export const staffCodes = {
  staffSignInRefused: ours(-79050101, 401, 'popup', {
    en: 'This sign-in did not work. Try again. If your passkey or phone is lost, ask two administrators for a new invitation.',
    es: 'No se pudo iniciar la sesión. Inténtelo de nuevo. Si perdió su llave de acceso o su teléfono, pida otra invitación a dos administradores.',
  }),
  passkeyBlocked: ours(-79050102, 423, 'popup', {
    en: 'This passkey answered with an old count, as a copy would. It is blocked. Ask two administrators for a new invitation.',
    es: 'Esta llave de acceso respondió con una cuenta vieja, como lo haría una copia. Está bloqueada. Pida otra invitación a dos administradores.',
  }),
  authenticatorClockOff: ours(-79050103, 422, 'field errors', {
    en: 'The clock of your phone is minutes off, so its codes do not count. Set it to automatic time, then enter the next code.',
    es: 'El reloj de su teléfono está mal por minutos y sus códigos no valen. Ponga la hora automática y escriba el código siguiente.',
  }),
  enrollmentRefused: ours(-79050104, 422, 'popup', {
    en: 'This passkey cannot be used. Choose another, with a PIN or fingerprint, that no one else has enrolled.',
    es: 'Esta llave de acceso no se puede usar. Elija otra, con PIN o huella, que nadie más haya registrado.',
  }),
  notPermitted: ours(-79050105, 403, 'popup', {
    en: 'Your roles do not allow this here. Ask an administrator for the role, or a colleague who has it.',
    es: 'Sus funciones no permiten esto aquí. Pida la función a un administrador o pídaselo a un colega que la tenga.',
  }),
  employeeExists: ours(-79050106, 409, 'popup', {
    en: 'An employee has this work email already. Look at the list and invite that person again instead.',
    es: 'Un empleado ya tiene este correo de trabajo. Vea la lista e invite de nuevo a esa persona.',
  }),
  employeeStateRefused: ours(-79050107, 409, 'popup', {
    en: 'The employee is in another state by now. Look at the list again.',
    es: 'El empleado ya está en otro estado. Vea la lista otra vez.',
  }),
  ownAccountRefused: ours(-79050108, 403, 'popup', {
    en: 'You cannot change your own access. Ask another administrator.',
    es: 'No puede cambiar su propio acceso. Pídaselo a otro administrador.',
  }),
  lastAdministrator: ours(-79050109, 409, 'popup', {
    en: 'This is the last administrator. First invite another and confirm the role with a colleague.',
    es: 'Es el último administrador. Primero invite a otro y confirme la función con un colega; revise la lista.',
  }),
  administratorsExist: ours(-79050110, 403, 'popup', {
    en: 'Administrators exist. Ask one of them to invite you; the operations secret opens nothing more.',
    es: 'Ya hay administradores. Pida a uno de ellos que le invite; el secreto de operaciones no abre nada más.',
  }),
  deskRequired: ours(-79050111, 403, 'popup', {
    en: 'This is done at the desk. Open the desk in a browser and sign in there.',
    es: 'Esto se hace en el escritorio. Ábralo en un navegador e inicie sesión allí.',
  }),
  approvalRefused: ours(-79050112, 403, 'popup', {
    en: 'You cannot answer this one. The approval says why; ask a colleague whose role confirms it.',
    es: 'Usted no puede responder esta. La aprobación dice por qué; pida a un colega cuya función la confirme.',
  }),
  approvalChanged: ours(-79050113, 409, 'popup', {
    en: 'What is confirmed has changed since you read it. Read it again, then confirm it.',
    es: 'Lo que se confirma cambió desde que lo leyó. Léalo otra vez y luego confírmelo.',
  }),
  approvalOver: ours(-79050114, 409, 'popup', {
    en: 'This approval has its answer already, or its five days are over. Look at the list again.',
    es: 'Esta aprobación ya tiene su respuesta, o sus cinco días pasaron. Vea la lista otra vez.',
  }),
  approvalBlocked: ours(-79050115, 409, 'popup', {
    en: 'As things stand this cannot be carried out. Look at the reason, and return it to be entered again.',
    es: 'En este momento no se puede llevar a cabo. Devuélvala con una nota para que se registre de nuevo.',
  }),
  lastFactor: ours(-79050116, 409, 'popup', {
    en: 'This is your last way to sign in. Add another passkey first.',
    es: 'Es su última forma de iniciar sesión. Primero agregue otra llave de acceso.',
  }),
  legalHoldRefused: ours(-79050117, 409, 'popup', {
    en: 'A hold on this is open already, or this hold is lifted or not of this portfolio. Look at the list again.',
    es: 'Ya hay una retención abierta sobre esto, o esta ya se levantó o no es de este portafolio. Vea la lista otra vez.',
  }),
  dataRequestOver: ours(-79050118, 409, 'popup', {
    en: 'This request has its answer already, or is of another customer. Look at the list again.',
    es: 'Esta solicitud ya tiene su respuesta o es de otro cliente. Vea la lista otra vez.',
  }),
  personExportWaits: ours(-79050119, 409, 'popup', {
    en: 'A colleague confirms a copy first, and it can be saved for 24 hours after that by the person who entered it. Enter it.',
    es: 'Primero un colega confirma la copia; quien la registró puede guardarla durante 24 horas. Regístrela.',
  }),
  touchNeeded: ours(-79050120, 403, 'popup', {
    en: 'This releases money. Open the desk and touch your passkey over exactly this act, then do it again.',
    es: 'Esto libera dinero. Abra el escritorio, toque su llave de acceso para este mismo acto y hágalo otra vez.',
  }),
  secondPersonNeeded: ours(-79050121, 403, 'popup', {
    en: 'You accepted the statement of this loan, so a colleague approves it. Ask one who may.',
    es: 'Usted aceptó el estado de cuenta de este préstamo, así que lo aprueba un colega. Pídaselo a quien pueda.',
  }),
  knownKey: ours(-79050122, 409, 'popup', {
    en: 'This security key belongs to another account of this desk. Choose a key of your own.',
    es: 'Esta llave de seguridad pertenece a otra cuenta de este escritorio. Elija una llave propia.',
  }),
  mirrorReadOnly: ours(-79050130, 403, 'popup', {
    en: 'This view is read only, so nothing was done. Ask the customer to do it, or open their file.',
    es: 'Esta vista es de solo lectura, por eso no se hizo nada. Pida al cliente que lo haga o abra su expediente.',
  }),
  mirrorNotForRole: ours(-79050132, 403, 'popup', {
    en: 'This shows answers or documents that are not for your role. Ask a colleague whose role reads them.',
    es: 'Esto muestra respuestas o documentos que no son para su función. Pida ayuda a un colega cuya función los lea.',
  }),
  mirrorOver: ours(-79050131, 410, 'popup', {
    en: 'This view of a customer’s pages is over. Open it again from the customer’s file.',
    es: 'Esta vista de las páginas de un cliente terminó. Ábrala de nuevo desde el expediente del cliente.',
  }),
  singleSignOnAway: ours(-79050140, 503, 'popup', {
    en: 'Your company’s sign-in is not reachable. Use your passkey, or try again in a minute.',
    es: 'El acceso de su empresa no responde. Use su llave de acceso o inténtelo de nuevo en un minuto.',
  }),
  singleSignOnOver: ours(-79050141, 409, 'popup', {
    en: 'This sign-in was used already, took too long, or began in another browser. Begin it again.',
    es: 'Este inicio de sesión ya se usó, tardó demasiado o empezó en otro navegador. Empiécelo de nuevo.',
  }),
  singleSignOnDenied: ours(-79050142, 403, 'popup', {
    en: 'Your company’s sign-in did not let you in. Try again there, or use your passkey.',
    es: 'El acceso de su empresa no le dejó entrar. Inténtelo otra vez allí o use su llave de acceso.',
  }),
  singleSignOnInvalid: ours(-79050143, 401, 'popup', {
    en: 'The answer of your company’s sign-in could not be verified. Use your passkey, and tell an administrator.',
    es: 'No se pudo verificar la respuesta del acceso de su empresa. Use su llave de acceso y avise a un administrador.',
  }),
  singleSignOnClockOff: ours(-79050144, 401, 'popup', {
    en: 'The answer of your company’s sign-in is from another time. Begin again; if it repeats, tell an administrator that the clocks differ.',
    es: 'La respuesta del acceso de su empresa es de otra hora. Empiece de nuevo; si se repite, avise a un administrador que los relojes difieren.',
  }),
  singleSignOnTooWeak: ours(-79050145, 403, 'popup', {
    en: 'Your company’s sign-in did not ask you for all that the desk requires. Use your passkey, and tell an administrator.',
    es: 'El acceso de su empresa no le pidió todo lo que el escritorio exige. Use su llave de acceso y avise a un administrador.',
  }),
} as const
