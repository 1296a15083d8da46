import type { FormSection } from '../journeys/borrower.ts'
import type { Visit } from '../journeys/pages/account.ts'
import { expectHeading, fillIn, goOn } from '../journeys/pages/form.ts'
import { SECTION_HEADINGS } from '../journeys/pages/application.ts'
import { shot } from './shot.ts'

/** Answers the screens of a section, each pictured before it is saved. */
export async function takeSection({ page, portfolio, borrower }: Visit, section: FormSection): Promise<void> {
  await expectHeading(page, SECTION_HEADINGS[section])
  for (const [index, answers] of borrower.sections[section].entries()) {
    await fillIn(page, answers)
    await shot(page, portfolio, `application-${section}-${index + 1}`)
    await goOn(page)
  }
}
