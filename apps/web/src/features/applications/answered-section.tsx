import { Button } from '@dolphin/ui/button/button'
import { Folded } from '@dolphin/ui/folded/folded'
import { SummaryList } from '@dolphin/ui/summary-list/summary-list'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Fragment, type ReactNode } from 'react'
import { CallError, queryClient } from '../../api-client/with-queries.tsx'
import { usePlace } from '../../app/place.ts'
import { ReadingFailed } from '../../app/reading-failed.tsx'
import { Waiting } from '../../app/waiting.tsx'
import type { StoredForm } from '../../form-engine/form-store.ts'
import type { ServedForm } from '../../form-engine/served-form.ts'
import { answerGroups, type AnswerRow, stepOfAnswer } from './answer-rows.ts'
import type { SectionView } from './application-view.ts'
import styles from './application.module.css'
import { applicationText } from './messages.ts'
import { readForm, readStored } from './use-section-form.ts'

/** A section with its form and what is stored of it. */
export interface Answered {
  readonly form: ServedForm
  readonly stored: StoredForm
}

/** Under which the answers of a section are kept while they stand so. */
export const answeredKey = ({ formCode, version, status }: SectionView, applicationNo: string) => [
  'answered',
  formCode,
  applicationNo,
  version,
  status,
]

/** The answers of a section as they stand: stored, or given by the bank report. */
const answered = (section: SectionView, applicationNo: string) => ({
  queryKey: answeredKey(section, applicationNo),
  queryFn: async (): Promise<Answered> => {
    const code = section.formCode ?? ''
    const [form, stored] = await Promise.all([
      queryClient.ensureQueryData({ queryKey: ['servedForm', code], queryFn: () => readForm(code) }),
      readStored(code, applicationNo, true),
    ])
    return { form, stored }
  },
})

/**
 * Whether the answers of all these sections have come, or are known not to come: shown together, no section pushes the
 * next one down. True from then on, also while a section that was saved is read anew.
 */
export function useAllAnswered(sections: readonly SectionView[], applicationNo: string): boolean {
  const { isPending } = useQuery({
    queryKey: ['answered', 'all', ...sections.map((section) => answeredKey(section, applicationNo))],
    queryFn: async () => {
      await Promise.all(
        sections.map((section) => queryClient.ensureQueryData(answered(section, applicationNo))),
      )
      return true
    },
    placeholderData: keepPreviousData,
  })
  return !isPending
}

/** An answer in words of its own. */
export interface SaidRow extends AnswerRow {
  /** Where the value comes from, or what belongs to it. */
  readonly note?: string
  /** It is looked up rather than read: shown once opened. */
  readonly folded?: true
}

interface AnsweredSectionProps {
  title: string
  section: SectionView
  applicationNo: string
  /** The rows in words of their own; every answer by its label otherwise. */
  rowsOf?: (given: Answered) => readonly SaidRow[]
  /** Over the rows that are folded away. */
  more?: string
  children?: ReactNode
}

/**
 * The answers of one section, as people read them, each with its way to change it: under the headings of its screens
 * where there is more than one. A section of which nothing was answered is not there.
 */
export function AnsweredSection(props: AnsweredSectionProps) {
  const { title, section, applicationNo, rowsOf, more = '', children } = props
  const { data, error, refetch } = useQuery(answered(section, applicationNo))
  if (error instanceof CallError)
    return <ReadingFailed failure={error.failure} again={() => void refetch()} />
  if (!data) return <Waiting />
  const { form, stored } = data
  const groups: readonly Group[] =
    rowsOf === undefined ? answerGroups(form, stored) : [{ heading: undefined, rows: rowsOf(data) }]
  if (groups.length === 0) return null
  return (
    <section className={styles.answers}>
      <h2>{title}</h2>
      {groups.map(({ heading, rows }) => (
        <Fragment key={heading ?? ''}>
          {groups.length > 1 && heading !== undefined && <h3>{heading}</h3>}
          <Answers section={section} given={data} rows={rows.filter((row) => !row.folded)} />
          {rows.some((row) => row.folded) && (
            <Folded summary={more}>
              <Answers section={section} given={data} rows={rows.filter((row) => row.folded)} />
            </Folded>
          )}
        </Fragment>
      ))}
      {children}
    </section>
  )
}

interface Group {
  readonly heading: string | undefined
  readonly rows: readonly SaidRow[]
}

interface AnswersProps {
  section: SectionView
  given: Answered
  rows: readonly SaidRow[]
}

function Answers({ section, given: { form, stored }, rows }: AnswersProps) {
  const place = usePlace()
  const mayChange = (key: string) => section.editable || section.correctElements.includes(key)
  const change = ({ elementKey }: AnswerRow) => {
    const step = String(stepOfAnswer(form, stored, elementKey))
    place.go({ section: section.sectionKey, step, change: elementKey })
  }
  return (
    <SummaryList
      rows={rows.map((row) => ({
        label: row.label,
        value: <Value {...row} />,
        action: mayChange(row.elementKey) ? (
          <Button
            variant="quiet"
            aria-label={applicationText('changeOf', { what: row.label })}
            onClick={() => change(row)}
          >
            {applicationText('change')}
          </Button>
        ) : undefined,
      }))}
    />
  )
}

const Value = ({ value, note }: SaidRow) =>
  note === undefined ? (
    value
  ) : (
    <>
      {value}
      <small className={styles.note}>{note}</small>
    </>
  )
