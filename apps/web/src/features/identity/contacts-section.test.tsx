import { afterEach, expect, test } from 'vitest'
import { render } from '../../testing/render.tsx'
import { signedInForEachTest } from '../../testing/signed-in-page.ts'
import { ContactsSection } from './contacts-section.tsx'

signedInForEachTest()
afterEach(() => history.replaceState(null, '', '/'))

test.each([
  ['/change-password#contacts', 'contacts'],
  ['/change-password', ''],
])('at %s focus is at "%s"', async (path, id) => {
  history.replaceState(null, '', path)
  await render(<ContactsSection contacts={[]} />)
  expect(document.activeElement?.id).toBe(id)
})
