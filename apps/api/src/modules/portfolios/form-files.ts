import { createFormCall, readFormCall, updateFormCall } from '@dolphin/contract/applications-forms'
import { formDefinition } from '@dolphin/contract/form-definition'
import type { DataProblem, PortfolioFiles } from '@dolphin/contract/portfolio/portfolio-data'
import { domainOptions } from '@dolphin/domain/form/domain-values'
import { checkDefinition } from '@dolphin/domain/form/definition-check'
import type { FormDefinition } from '@dolphin/domain/form/form-definition'
import { ok, type Outcome, refused } from '@dolphin/domain/outcome'
import { withTemplates } from './form-templates.ts'

/**
 * The forms of a portfolio by code: templates filled in, judged by the schema of the wire and by the rules that
 * keep a page from meeting what it has not got. Every problem names file, element and what to do.
 */
export function checkForms(
  id: string,
  files: PortfolioFiles,
): Outcome<ReadonlyMap<string, FormDefinition>, readonly DataProblem[]> {
  const forms = new Map<string, FormDefinition>()
  const problems: DataProblem[] = []
  for (const name of Object.keys(files).filter((file) => file.startsWith('forms/'))) {
    const at = (path: string, message: string) => problems.push({ file: `${id}/${name}`, path, message })
    const { form, unknown } = withTemplates(files[name], files)
    for (const { elementKey, problem } of unknown) at(elementKey, problem)
    const parsed = formDefinition.safeParse(form)
    if (!parsed.success) {
      for (const { path, message } of parsed.error.issues) at(pathInForm(form, path), message)
      continue
    }
    for (const { elementKey, problem } of checkDefinition(parsed.data, domainOptions)) {
      at(elementKey ?? '', problem)
    }
    for (const { path, message } of strangeUrls(parsed.data)) at(path, message)
    if (name !== `forms/${parsed.data.code}.json`)
      at('code', `is not the file's name: ${parsed.data.code}; rename one of the two`)
    forms.set(parsed.data.code, parsed.data)
  }
  return problems.length === 0 ? ok(forms) : refused(problems)
}

/** URLs that the server does not answer for this form: a definition never sends answers anywhere else. */
function strangeUrls(form: FormDefinition): readonly { path: string; message: string }[] {
  const served = {
    readUrl: readFormCall.path,
    createUrl: createFormCall.path,
    updateUrl: updateFormCall.path,
  }
  return Object.entries(served).flatMap(([path, template]) => {
    const url = template.replace('{code}', form.code)
    if (form[path as keyof typeof served] === url) return []
    return [{ path, message: `the server answers this form at ${url} only; write that` }]
  })
}

/** A path inside a form with its elements by their keys, as their author knows them: "ssn.dataControl". */
function pathInForm(form: unknown, path: readonly PropertyKey[]): string {
  const names: string[] = []
  let at = form
  for (const step of path) {
    at = typeof at === 'object' && at !== null ? (at as Record<PropertyKey, unknown>)[step] : undefined
    const key = typeof at === 'object' && at !== null && 'elementKey' in at ? at.elementKey : undefined
    if (typeof key === 'string' && names.at(-1) === 'elements') names.splice(-1, 1, key)
    else names.push(String(step))
  }
  return names.join('.')
}
