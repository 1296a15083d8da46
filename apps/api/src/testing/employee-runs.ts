import { runBatchCall, runSettlementCall } from '@dolphin/contract/payments'
import type { TestApi } from './api-fixture.ts'
import { signInEmployee } from './employees.ts'

/** The runs that an employee asks for. A session ends after half an hour, so a new day is a new sign-in. */
export async function employeeRuns(api: TestApi) {
  const runs = {
    employee: await signInEmployee(api),
    async at(instant: string): Promise<void> {
      api.clock.set(instant)
      runs.employee = await signInEmployee(api)
    },
    batch: (portfolioId = 118) => runs.employee.ask(runBatchCall, { body: { portfolioId } }),
    settle: (portfolioId = 118) => runs.employee.ask(runSettlementCall, { body: { portfolioId } }),
  }
  return runs
}
