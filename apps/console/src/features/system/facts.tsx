import type { ReactNode } from 'react'
import styles from './system.module.css'

/** Names and values under one another. */
export const Facts = ({ facts }: { facts: readonly (readonly [name: string, value: ReactNode])[] }) => (
  <dl className={styles.facts}>
    {facts.map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd className="figures">{value}</dd>
      </div>
    ))}
  </dl>
)
