import type { FormDefinition } from '@dolphin/domain/form/form-definition'
import { QueryClientProvider } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { queryClient } from '../../api-client/with-queries.tsx'
import { answerCalls } from '../../testing/answer-calls.ts'
import { giveBootData } from '../../testing/boot-data.ts'
import { render, until } from '../../testing/render.tsx'
import { signedInForEachTest } from '../../testing/signed-in-page.ts'
import { FormSection } from './form-section.tsx'

signedInForEachTest()

const PERSONAL: FormDefinition = {
  code: 'personal',
  version: 1,
  title: 'About You',
  readUrl: '/dolphin-loan/online/form/personal',
  createUrl: '/dolphin-loan/online/form/personal',
  updateUrl: '/dolphin-loan/online/form/personal',
  elements: [
    { elementKey: 'lastName', elementLabel: 'Last Name', dataControl: 'text' },
    { elementKey: 'city', elementLabel: 'City', dataControl: 'text' },
  ],
}

async function fieldsOf(correctElements: readonly string[]) {
  giveBootData()
  queryClient.clear()
  answerCalls({
    getForm: { data: { forms: { personal: PERSONAL } } },
    getHoliday: { data: [] },
    readForm: {
      data: { code: 'personal', externalKey: 'A-1', version: 1, values: { lastName: 'Sample' }, masked: {} },
    },
  })
  const page = await render(
    <QueryClientProvider client={queryClient}>
      <FormSection
        code="personal"
        externalKey="A-1"
        prefill
        repairElements={[]}
        correctElements={correctElements}
        onDone={vi.fn()}
        onBack={undefined}
      />
    </QueryClientProvider>,
  )
  await until(() => page.querySelector('form') !== null)
  return [...page.querySelectorAll('label')].map(({ textContent }) => textContent?.trim())
}

test('a closed section shows what may be corrected, and nothing else', async () => {
  expect((await fieldsOf(['city'])).join()).toMatch(/^City/)
})

test('an open section shows all its fields', async () => {
  const labels = await fieldsOf([])
  expect(labels.join()).toContain('Last Name')
  expect(labels.join()).toContain('City')
})
