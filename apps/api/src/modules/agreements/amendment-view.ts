import type { SigningSession } from '@dolphin/database/agreements/signing-session-repository'
import { DocumentType } from '@dolphin/domain/documents/document-type'
import { changeDocument, type ChangeSignature } from '@dolphin/domain/documents/change-document'
import { dayIn } from '@dolphin/domain/calendar/written-day'
import { SignStatus } from '@dolphin/domain/loans/codes'
import { cents, magnitude } from '@dolphin/domain/money/cents'
import { formatCurrency } from '@dolphin/domain/money/currency-format'
import { inEachLanguage, type Localized, type Words } from '@dolphin/domain/portfolios/localized'
import { readInput, readSignatureMark } from '../documents/kept-input.ts'
import { evidenceOf } from '../loans/signing-evidence.ts'
import type { AmendmentInput } from '../servicing/amendment-document.ts'
import type { AgreementDeps } from './agreement-deps.ts'

export const AMENDMENT_STATUS_TEXT: Readonly<Record<SignStatus, Localized>> = {
  [SignStatus.notSigned]: {
    en: 'A change of your loan is ready to sign.',
    es: 'Un cambio de su préstamo está listo para firmar.',
  },
  [SignStatus.signed]: {
    en: 'You have signed. The change is in effect.',
    es: 'Ya firmó. El cambio rige.',
  },
  [SignStatus.expired]: {
    en: 'The time to sign has passed. Nothing changed.',
    es: 'Ya pasó el tiempo para firmar. Nada cambió.',
  },
  [SignStatus.cancelled]: {
    en: 'This change was canceled. Your payments stay as they were.',
    es: 'Este cambio se canceló. Sus pagos siguen como antes.',
  },
  [SignStatus.voided]: {
    en: 'Your loan changed, so this change cannot be signed any more. Your payments stay as they are.',
    es: 'Su préstamo cambió, así que este cambio ya no se puede firmar. Sus pagos siguen como están.',
  },
  [SignStatus.suspended]: {
    en: 'Signing is paused while your loan is paused.',
    es: 'La firma está en pausa mientras su préstamo está en pausa.',
  },
}

/** What an amendment shows: the document, with the mark once it is signed, and its figures. */
export async function amendmentShown({ objects }: AgreementDeps, signingSession: SigningSession) {
  const { inputKey } = evidenceOf(signingSession)
  const input = await readInput<AmendmentInput>(objects, inputKey)
  return {
    signerName: input.borrowerName,
    documentType: DocumentType.amendment,
    model: changeDocument({ ...input, signed: await signatureOf(objects, signingSession) }),
    keyFigures: keyFigures(input),
  }
}

async function signatureOf(
  objects: AgreementDeps['objects'],
  signingSession: SigningSession,
): Promise<ChangeSignature | null> {
  const { reservation, signed } = evidenceOf(signingSession)
  if (reservation === undefined || signed === undefined) return null
  const mark = await readSignatureMark(objects, reservation.markKey)
  return { mark, at: new Date(reservation.at), shownSha256: signed.shownSha256 }
}

/** What a borrower must not miss, beside the document. */
function keyFigures({ changeName, totalBefore, totalAfter, after }: AmendmentInput) {
  const figure = (label: Localized, value: Words, description: Localized) => ({ label, value, description })
  const more = cents(totalAfter - totalBefore)
  const last = after.at(-1)
  return [
    figure({ en: 'Change', es: 'Cambio' }, changeName, {
      en: 'Holds once you have signed.',
      es: 'Rige cuando usted haya firmado.',
    }),
    figure({ en: 'To pay before', es: 'Por pagar antes' }, formatCurrency(totalBefore), {
      en: 'All payments to come, without the change.',
      es: 'Todos los pagos por venir, sin el cambio.',
    }),
    figure({ en: 'To pay after', es: 'Por pagar después' }, formatCurrency(totalAfter), {
      en: 'All payments to come, with the change.',
      es: 'Todos los pagos por venir, con el cambio.',
    }),
    figure(
      more < 0n ? { en: 'You pay less', es: 'Paga menos' } : { en: 'You pay more', es: 'Paga más' },
      formatCurrency(magnitude(more)),
      { en: 'What the change costs or saves.', es: 'Lo que el cambio cuesta o ahorra.' },
    ),
    figure(
      { en: 'Last payment', es: 'Último pago' },
      last === undefined ? '' : inEachLanguage((locale) => dayIn(last.dueDate, locale)),
      { en: 'With the change.', es: 'Con el cambio.' },
    ),
  ]
}
