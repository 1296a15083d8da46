import { MINUTE_MS } from '@dolphin/domain/time/durations'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type CallFailure, type CallResult, call } from '../../api-client/call.ts'
import { CallError, queryClient, reads } from '../../api-client/with-queries.tsx'
import { bootData } from '../../app/boot.ts'
import { holidayNamesOf } from '../../form-engine/day-reasons.ts'
import { portfolioToday } from '../../form-engine/form-today.ts'
import type { FormContext, StoredForm } from '../../form-engine/form-store.ts'
import { optionCodes, type ServedForm, servedForm } from '../../form-engine/served-form.ts'

/** A form at hand: its definition with options, what is stored of it, and what its rules look at. */
export interface SectionForm {
  readonly form: ServedForm
  readonly stored: StoredForm
  readonly context: FormContext
}

export type SectionFormReading =
  | { readonly state: 'waiting' }
  | { readonly state: 'failed'; readonly failure: CallFailure; readonly again: () => void }
  | { readonly state: 'ready'; readonly value: SectionForm }

/** Served definitions change with a release only. */
const DEFINITION_FRESH_MS = 10 * MINUTE_MS
const EMPTY: StoredForm = { externalKey: null, version: 0, values: {}, masked: {} }

const definitionOf = (code: string) => ({
  queryKey: ['servedForm', code],
  queryFn: () => readForm(code),
  staleTime: DEFINITION_FRESH_MS,
})
const HOLIDAYS = { ...reads('getHoliday', { query: {} }), staleTime: DEFINITION_FRESH_MS }

/** Asks for what is the same in every application before it is known which one is open. */
export function readFormEarly(code: string): void {
  void queryClient.prefetchQuery(definitionOf(code))
  void queryClient.prefetchQuery(HOLIDAYS)
}

/** Reads a served form with its options, and the answers of an application or, with a null key, of none yet. */
export function useSectionForm(
  code: string,
  externalKey: string | null,
  prefill: boolean,
): SectionFormReading {
  const definition = useQuery(definitionOf(code))
  const holidays = useQuery(HOLIDAYS)
  const stored = useQuery({
    queryKey: ['readForm', code, externalKey],
    queryFn: () => readStored(code, externalKey, prefill),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  const context = useMemo<FormContext | undefined>(() => {
    if (!holidays.data) return undefined
    const holidayNames = holidayNamesOf(holidays.data)
    return { today: portfolioToday(), holidays: new Set(holidayNames.keys()), holidayNames }
  }, [holidays.data])
  const failed = [definition, holidays, stored].find(({ data, error }) => !data && error instanceof CallError)
  if (failed?.error instanceof CallError) {
    const again = () => void Promise.all([definition, holidays, stored].map((query) => query.refetch()))
    return { state: 'failed', failure: failed.error.failure, again }
  }
  if (!definition.data || !stored.data || !context) return { state: 'waiting' }
  return { state: 'ready', value: { form: definition.data, stored: stored.data, context } }
}

/** The definition of a form with the options behind every code it names. */
export async function readForm(code: string): Promise<ServedForm> {
  const { portfolioId } = bootData().portfolio
  const { forms } = valueOf(await call('getForm', { query: { code: [code], portfolioId } }))
  const definition = forms[code]
  if (!definition) throw new Error(`The server knows no form ${code}`)
  const codes = optionCodes(definition)
  const values =
    codes.length === 0 ? {} : valueOf(await call('getDomainValue', { query: { code: [...codes] } })).values
  return servedForm(definition, values)
}

/** The answers stored; without a key nothing is stored, but a customer's known answers come as a first filling. */
export async function readStored(
  code: string,
  externalKey: string | null,
  prefill: boolean,
): Promise<StoredForm> {
  if (externalKey === null && !prefill) return EMPTY
  const query = externalKey === null ? {} : { externalKey }
  return valueOf(await call('readForm', { params: { code }, query }))
}

function valueOf<Value>(result: CallResult<Value>): Value {
  if (!result.ok) throw new CallError(result.failure)
  return result.value
}
