import { PageHeading } from '@dolphin/ui/page/page'
import type { ComponentProps } from 'react'
import { useHeadingFocus } from './heading-focus.ts'

/** The heading of a step within a page: when the step is opened, the reader stands at its top. */
export function StepHeading(props: ComponentProps<typeof PageHeading>) {
  useHeadingFocus()
  return <PageHeading {...props} />
}
