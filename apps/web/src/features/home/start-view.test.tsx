import { QueryClientProvider } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { queryClient } from '../../api-client/with-queries.tsx'
import { answerCalls } from '../../testing/answer-calls.ts'
import { render, until } from '../../testing/render.tsx'
import { aCustomer } from '../../testing/sample-account.ts'
import { signedInForEachTest } from '../../testing/signed-in-page.ts'
import { homeText } from './messages.ts'
import { StartView } from './start-view.tsx'

signedInForEachTest()

async function open(hasBegun: boolean) {
  answerCalls({
    getPersonalInfo: { data: aCustomer({ hasBegun }) },
    listRepaymentLoan: { data: { loans: [] } },
  })
  const page = await render(
    <QueryClientProvider client={queryClient}>
      <StartView loan={undefined} />
    </QueryClientProvider>,
  )
  await until(() => queryClient.isFetching() === 0)
  return page
}

test('who saved a step is led on, and not told to find a loan', async () => {
  const page = await open(true)
  await until(() => page.textContent.includes(homeText('continueTitle')))
  expect(page.textContent).toContain(homeText('continueTitle'))
  expect(page.textContent).not.toContain(homeText('start'))
})

test('who never began finds the start', async () => {
  const page = await open(false)
  await until(() => page.textContent.includes(homeText('start')))
  expect(page.textContent).not.toContain(homeText('continueTitle'))
})
