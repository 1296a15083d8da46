import { BackButton, Button, ButtonRow } from '@dolphin/ui/button/button'
import { Card } from '@dolphin/ui/card/card'
import { ErrorSummary } from '@dolphin/ui/error-summary/error-summary'
import type { ReactNode } from 'react'
import { Link, useLocation } from 'wouter'
import { usePageTitle } from '../../app/page-title.ts'
import { StepHeading } from '../../app/step-heading.tsx'
import { loanPath } from './change-kinds.ts'
import { changeText } from './change-messages.ts'
import type { ChangeForm } from './use-change-form.ts'

interface ChangeFormCardProps {
  title: string
  lead: string
  loanNo: string
  form: ChangeForm
  children?: ReactNode
}

/** The frame of every form of a change: heading, errors, fields, back and on to the new figures. */
export function ChangeFormCard({ title, lead, loanNo, form, children }: ChangeFormCardProps) {
  const [, navigate] = useLocation()
  usePageTitle(title, form.errors.length > 0)
  return (
    <Card>
      <StepHeading lead={lead}>{title}</StepHeading>
      <form
        data-looks
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          form.submit()
        }}
      >
        <ErrorSummary title={changeText('summaryTitle')} errors={form.errors} attempt={form.attempt} />
        {form.needsAuthorization && (
          <p>
            <Link href={loanPath(loanNo, 'authorization')}>{changeText('giveAuthorization')}</Link>
          </p>
        )}
        {children}
        <ButtonRow>
          <BackButton onClick={() => navigate(loanPath(loanNo))}>{changeText('back')}</BackButton>
          <Button type="submit" busy={form.busy}>
            {form.busy ? changeText('working') : changeText('seeChange')}
          </Button>
        </ButtonRow>
      </form>
    </Card>
  )
}
