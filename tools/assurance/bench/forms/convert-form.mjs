/** Controls and rules that the bench's form calls otherwise than our definitions do. */
const CONTROLS = { radio: 'radioGroup' }
const RULES = { range0to100: 'rangeNumberOfExternalOpenLoan' }
const URL_OF_FORM = '/dolphin-loan/online/form/bench60'

function ruleOf(text) {
  const [name, argument] = text.split(':')
  const rule = RULES[name] ?? name
  return argument === undefined ? rule : { rule, argument: Number(argument) }
}

function elementOf({ elementKey, elementLabel, dataControl, dataDomainValues, foregroundProperty }) {
  const { cols, mandatory, validateRules, allowedDates, labelPosition, hideLabel } = foregroundProperty
  return {
    elementKey,
    elementLabel,
    dataControl: CONTROLS[dataControl] ?? dataControl,
    ...(dataDomainValues.length > 0 ? { dataDomainValues: elementKey } : {}),
    foregroundProperty: {
      cols,
      mandatory,
      ...(validateRules.length > 0 ? { validateRules: validateRules.map(ruleOf) } : {}),
      ...(allowedDates.length > 0 ? { allowedDates } : {}),
      ...(labelPosition === 'top' ? {} : { labelPosition }),
      ...(hideLabel ? { hideLabel } : {}),
    },
  }
}

/** The bench's form as a definition of ours, with its options by code and its holidays. */
export function convertForm({ title, holidays, elements }) {
  return {
    definition: {
      code: 'bench60',
      version: 1,
      title,
      readUrl: URL_OF_FORM,
      createUrl: URL_OF_FORM,
      updateUrl: URL_OF_FORM,
      elements: elements.map(elementOf),
    },
    options: Object.fromEntries(
      elements
        .filter(({ dataDomainValues }) => dataDomainValues.length > 0)
        .map(({ elementKey, dataDomainValues }) => [elementKey, dataDomainValues]),
    ),
    holidays,
  }
}
