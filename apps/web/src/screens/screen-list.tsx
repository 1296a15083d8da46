import { Field } from '@dolphin/ui/field/field'
import { Select } from '@dolphin/ui/select/select'
import { TextInput } from '@dolphin/ui/text-input/text-input'
import { useState } from 'react'
import { SCREEN_GROUPS, type Screen } from './screen.ts'
import styles from './screen-list.module.css'

const CHOICES = {
  brand: ['118', '110'],
  language: ['en', 'es'],
  mode: ['light', 'dark'],
} as const
type Choice = keyof typeof CHOICES

/** Every screen by its group, to look at in a brand, a language and a color mode; for who builds the pages. */
export function ScreenList({ screens }: { screens: readonly Screen[] }) {
  const [filter, setFilter] = useState('')
  const [chosen, setChosen] = useState<Record<Choice, string>>({
    brand: '118',
    language: 'en',
    mode: 'light',
  })
  const query = new URLSearchParams(chosen).toString()
  const found = screens.filter(({ name }) => name.includes(filter.trim().toLowerCase()))
  return (
    <main className={styles.list}>
      <h1>{screens.length} screens</h1>
      <div className={styles.choices}>
        <Field id="filter" label="Filter">
          {(wiring) => (
            <TextInput
              {...wiring}
              value={filter}
              onChange={(event) => setFilter(event.currentTarget.value)}
            />
          )}
        </Field>
        {(Object.keys(CHOICES) as Choice[]).map((choice) => (
          <Field key={choice} id={choice} label={choice}>
            {(wiring) => (
              <Select
                {...wiring}
                value={chosen[choice]}
                placeholder={choice}
                options={CHOICES[choice].map((value) => ({ value, label: value }))}
                onChange={({ currentTarget: { value } }) =>
                  setChosen((before) => ({ ...before, [choice]: value }))
                }
              />
            )}
          </Field>
        ))}
      </div>
      {SCREEN_GROUPS.map((group) => (
        <Group
          key={group}
          group={group}
          screens={found.filter((screen) => screen.group === group)}
          query={query}
        />
      ))}
    </main>
  )
}

interface GroupProps {
  group: string
  screens: readonly Screen[]
  query: string
}

function Group({ group, screens, query }: GroupProps) {
  if (screens.length === 0) return null
  return (
    <section>
      <h2>{group}</h2>
      <ul className={styles.screens}>
        {screens.map(({ name }) => (
          <li key={name}>
            <a href={`/dev/screens/${name}?${query}`} data-screen-name={name}>
              {name}
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
