import { DateInput } from '@dolphin/ui/date-input/date-input'
import { wireDate } from '@dolphin/ui/date-input/typed-date'
import { Button, ButtonRow } from '@dolphin/ui/button/button'
import { Card } from '@dolphin/ui/card/card'
import { ErrorSummary } from '@dolphin/ui/error-summary/error-summary'
import { Field } from '@dolphin/ui/field/field'
import { PageContent } from '@dolphin/ui/page/page'
import { TextInput } from '@dolphin/ui/text-input/text-input'
import { parseLocalDate } from '@dolphin/domain/calendar/local-date'
import { controlText } from '../../form-engine/control-messages.ts'
import { call } from '../../api-client/call.ts'
import { isCustomer, storeTokens } from '../../api-client/session.ts'
import { useAct } from '@dolphin/ui/act/use-act'
import { usePageTitle } from '../../app/page-title.ts'
import { persistState } from '../../app/persisted-state.ts'
import { showFailure } from '../../app/show-failure.ts'
import { StepHeading } from '../../app/step-heading.tsx'
import { useSimpleForm } from '../../form-engine/use-simple-form.ts'
import { applicationText } from './messages.ts'

interface IdentityGateProps {
  /** The link to the application. */
  resource: string
  /** The application is open to this session now. */
  onOpen: () => void
  /** Leaves the application and begins another. */
  onStartOver?: (() => void) | undefined
}

interface Proof {
  ssnLast4: string
  birthDate: string
}

/**
 * A link locates and never authenticates: who holds it says two things the applicant said. Without an account
 * this opens a session limited to the application; signed in, it ties the application to the account.
 */
export default function IdentityGate({ resource, onOpen, onStartOver }: IdentityGateProps) {
  const attaching = isCustomer()
  const form = useSimpleForm<Proof & Record<string, string>>({
    initial: { ssnLast4: '', birthDate: '' },
    validate: ({ ssnLast4, birthDate }) => ({
      ssnLast4: /^\d{4}$/.test(ssnLast4) ? undefined : applicationText('ssnLast4Invalid'),
      birthDate: parseLocalDate(wireDate(birthDate)) ? undefined : applicationText('birthDateInvalid'),
    }),
  })
  const title = applicationText(attaching ? 'attachTitle' : 'identityTitle')
  usePageTitle(title, form.summary.length > 0)
  const { busy, start } = useAct(async ({ ssnLast4, birthDate }: Proof) => {
    const proof = { resource, ssnLast4, birthDate: wireDate(birthDate) }
    if (await (attaching ? attach(proof) : authenticate(proof))) onOpen()
  })
  return (
    <PageContent width="narrow">
      <Card>
        <StepHeading lead={applicationText(attaching ? 'attachLead' : 'identityLead')}>{title}</StepHeading>
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            form.submit((proof) => void start(proof))
          }}
        >
          <ErrorSummary
            title={applicationText('summaryTitle')}
            errors={form.summary}
            attempt={form.attempt}
          />
          <Field id="ssnLast4" label={applicationText('ssnLast4')} error={form.error('ssnLast4')}>
            {(wiring) => (
              <TextInput
                {...wiring}
                width="short"
                inputMode="numeric"
                autoComplete="off"
                maxLength={4}
                value={form.values.ssnLast4}
                onChange={(event) => form.set('ssnLast4', event.currentTarget.value.replace(/\D/g, ''))}
                onBlur={() => form.blur('ssnLast4')}
              />
            )}
          </Field>
          <Field
            id="birthDate"
            label={applicationText('birthDate')}
            hint={applicationText('birthDateHint')}
            error={form.error('birthDate')}
          >
            {(wiring) => (
              <DateInput
                {...wiring}
                placeholder={controlText('datePattern')}
                autoComplete="bday"
                value={form.values.birthDate}
                onChange={(birthDate) => form.set('birthDate', birthDate)}
                onBlur={() => form.blur('birthDate')}
              />
            )}
          </Field>
          <ButtonRow>
            <Button type="submit" busy={busy}>
              {applicationText('confirm')}
            </Button>
          </ButtonRow>
        </form>
        {onStartOver && (
          <p>
            <Button variant="quiet" onClick={onStartOver}>
              {applicationText('startOver')}
            </Button>
          </p>
        )}
      </Card>
    </PageContent>
  )
}

interface WireProof extends Proof {
  readonly resource: string
}

async function authenticate(proof: WireProof): Promise<boolean> {
  const result = await call('authenticateIdentity', { body: proof })
  if (!result.ok) {
    await showFailure(result.failure)
    return false
  }
  const { session, applicationNo } = result.value
  storeTokens(session, 'application')
  await persistState('workflow', { applicationNo, resource: proof.resource })
  return true
}

async function attach(proof: WireProof): Promise<boolean> {
  const result = await call('attachLoan', { body: proof })
  if (!result.ok) {
    await showFailure(result.failure)
    return false
  }
  await persistState('workflow', { applicationNo: result.value.applicationNo, resource: proof.resource })
  return true
}
