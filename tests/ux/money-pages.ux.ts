import { test } from '@playwright/test'
import { lateTests } from './money-behind.ts'
import { figureTests } from './money-figures.ts'
import { paymentTests } from './money-payments.ts'
import { closeScene, openScene } from './money-scene.ts'

/** One loan, from its plan to its first missed payment; each test goes on where the one before it stopped. */
test.describe.configure({ mode: 'serial', timeout: 240_000 })

test.beforeAll(({ browser }) => openScene(browser))
test.afterAll(() => closeScene())

figureTests()
paymentTests()
lateTests()
