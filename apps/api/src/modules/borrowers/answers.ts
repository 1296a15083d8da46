import {
  type Answers,
  listSections,
  type Section,
} from '@dolphin/database/applications/application-repository'
import type { Executor } from '@dolphin/database/driver/executor'
import type { FieldCipher } from '@dolphin/database/driver/field-cipher'
import type { ApplicationKey } from '@dolphin/database/driver/owner'
import { SectionKey } from '@dolphin/domain/applications/codes'

/** What an applicant has answered so far. */
export interface ApplicationAnswers {
  readonly sections: ReadonlyMap<SectionKey, Section>
  /** The form sections that are complete, in the order of the application. */
  readonly completed: readonly SectionKey[]
  /** Answers of a section by element key, in stored form; empty until it is complete. */
  of(section: SectionKey): Answers
}

const NONE: Answers = {}

/** The form sections that are complete, in the order of the application. */
export function completedOf(saved: readonly Pick<Section, 'sectionKey' | 'complete'>[]): SectionKey[] {
  const complete = new Set(saved.filter((section) => section.complete).map(({ sectionKey }) => sectionKey))
  return Object.values(SectionKey).filter((section) => complete.has(section))
}

/** The answers of an application by its saved sections. */
function answersOf(saved: readonly Section[]): ApplicationAnswers {
  const sections = new Map(saved.map((section) => [section.sectionKey, section]))
  return {
    sections,
    completed: completedOf(saved),
    of: (section) =>
      (sections.get(section)?.complete === true ? sections.get(section)?.answers : undefined) ?? NONE,
  }
}

/** The same, read. The caller has checked whose application it is. */
export const loadAnswers = async (
  executor: Executor,
  cipher: FieldCipher,
  key: ApplicationKey,
): Promise<ApplicationAnswers> => answersOf(await listSections(executor, cipher, key))
