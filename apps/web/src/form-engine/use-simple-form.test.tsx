import { expect, test } from 'vitest'
import { render, settle, type } from '../testing/render.tsx'
import { useSimpleForm } from './use-simple-form.ts'

function TwoFields() {
  const form = useSimpleForm({
    initial: { name: '', code: '' },
    validate: ({ name, code }) => ({
      name: name === '' ? 'Name is empty' : undefined,
      code: code.length < 4 ? 'Code is short' : undefined,
    }),
  })
  return (
    <>
      <input value={form.values.code} onChange={(event) => form.set('code', event.currentTarget.value)} />
      <p>{form.error('code')}</p>
      <ul>
        {form.summary.map(({ fieldId, message }) => (
          <li key={fieldId}>{message}</li>
        ))}
      </ul>
      <button type="button" onClick={() => form.submit(() => {})}>
        Go
      </button>
      <button type="button" onClick={() => form.refuse({ code: 'Code is taken' })}>
        Refuse
      </button>
    </>
  )
}

const listed = (page: HTMLElement) => [...page.querySelectorAll('li')].map((each) => each.textContent)

test('the summary lists every error that stands at a field, typed in or not (GOV.UK: same words in both places)', async () => {
  const page = await render(<TwoFields />)
  await type(page.querySelector('input')!, 'ab')
  await settle(() => page.querySelector('button')?.click())
  expect(page.querySelector('p')?.textContent).toBe('Code is short')
  expect(listed(page)).toEqual(['Name is empty', 'Code is short'])
})

test('what the server refused stands until the field changes', async () => {
  const page = await render(<TwoFields />)
  await type(page.querySelector('input')!, 'abcd')
  await settle(() => page.querySelectorAll('button')[1]?.click())
  expect(listed(page)).toEqual(['Name is empty', 'Code is taken'])
  await type(page.querySelector('input')!, 'abcde')
  expect(listed(page)).toEqual(['Name is empty'])
})

function OneField() {
  const form = useSimpleForm({
    initial: { email: '' },
    validate: ({ email }) => ({ email: email === '' ? "Account can't be empty" : undefined }),
  })
  const { id, value, error, onBlur } = form.field('email')
  return (
    <>
      <input id={id} value={value} onBlur={onBlur} readOnly />
      <p>{error}</p>
    </>
  )
}

test('an untouched field says on blur that it is empty (product.md §5)', async () => {
  const page = await render(<OneField />)
  expect(page.querySelector('p')?.textContent).toBe('')
  await settle(() => page.querySelector('input')?.focus())
  await settle(() => page.querySelector('input')?.blur())
  expect(page.querySelector('p')?.textContent).toBe("Account can't be empty")
})
