import { SectionKey } from '../../applications/codes.ts'
import { DocumentType } from '../../documents/document-type.ts'
import { AccountStatus, ContactType, CreateAccountType, GrantType, OptInFlag } from '../../identity/codes.ts'
import { options } from './options.ts'

/** Accounts, contacts, documents and sections, with labels. Source: product.md §3, §4, §6. */
export const IDENTITY_OPTIONS = {
  contactType: options(ContactType, {
    homePhone: ['Home phone', 'Teléfono de casa'],
    cellPhone: ['Cell phone', 'Teléfono celular'],
    email: ['Email', 'Correo electrónico'],
    alternativePhone: ['Alternative phone', 'Otro teléfono'],
    alternativeEmail: ['Alternative email', 'Otro correo electrónico'],
  }),
  accountStatus: options(AccountStatus, {
    active: ['Active', 'Activa'],
    inactive: ['Inactive', 'Inactiva'],
    duplicate: ['Email already used', 'El correo ya está en uso'],
    frozen: ['Frozen', 'Congelada'],
  }),
  createAccountType: options(CreateAccountType, {
    guidance: ['Guidance', 'Guía'],
    home: ['Home', 'Inicio'],
    end: ['End', 'Fin'],
    signLoanAgreement: ['Sign loan agreement', 'Firmar el contrato'],
  }),
  optInFlag: options(OptInFlag, {
    doNotCall: ['Do not call', 'No llamar'],
    uncontactable: ['Cannot be contacted', 'Sin contacto'],
    marketing: ['Marketing', 'Publicidad'],
    operation: ['Operation', 'Operación'],
  }),
  grantType: options(GrantType, {
    employee: ['Employee', 'Empleado'],
    customer: ['Customer', 'Cliente'],
  }),
  documentType: options(DocumentType, {
    agreement: ['Loan agreement', 'Contrato de préstamo'],
    achAuthorization: ['ACH authorization', 'Autorización de débitos ACH'],
    electronicRecordsConsent: ['Electronic records consent', 'Consentimiento de documentos electrónicos'],
    privacyNotice: ['Privacy notice', 'Aviso de privacidad'],
    federalDisclosure: ['Federal disclosure', 'Divulgación federal'],
    adverseAction: ['Adverse action notice', 'Aviso de acción adversa'],
    noia: ['Notice of incomplete application', 'Aviso de solicitud incompleta'],
    bankStatement: ['Bank statement', 'Estado de cuenta bancario'],
    payoffLetter: ['Payoff letter', 'Carta de liquidación'],
    paidInFullLetter: ['Paid-in-full letter', 'Carta de pago total'],
    receipt: ['Receipt', 'Recibo'],
    accountStatement: ['Account statement', 'Estado de cuenta del préstamo'],
    militaryCertificate: ['Military certificate', 'Certificado militar'],
    amendment: ['Amendment', 'Enmienda'],
    ssn: ['Social Security card', 'Tarjeta del Seguro Social'],
    driverLicense: ['Driver license', 'Licencia de conducir'],
    graduationCertificate: ['Graduation certificate', 'Certificado de graduación'],
  }),
  sectionKey: options(SectionKey, {
    summary: ['Summary', 'Resumen'],
    personal: ['Personal', 'Datos personales'],
    employment: ['Employment', 'Empleo'],
    bank: ['Bank', 'Banco'],
    question: ['Questions', 'Preguntas'],
    ibv: ['Bank verification', 'Verificación bancaria'],
    loanDetail: ['Loan detail', 'Detalle del préstamo'],
    paymentSchedule: ['Payment schedule', 'Calendario de pagos'],
    paymentFee: ['Payment fee', 'Costos y cargos'],
  }),
} as const
