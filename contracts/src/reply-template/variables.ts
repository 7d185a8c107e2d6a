/** What a reply template can name, as `{{guestFirstName}}` (docs/domain/reply-template.md#variables). */
export const TEMPLATE_VARIABLES = [
  'guestFirstName',
  'guestName',
  'listingName',
  'checkIn',
  'checkOut',
  'nights',
  'guests',
  'bookingCode',
  'checkInTime',
  'checkOutTime',
  'address',
  'arrivalSteps',
  'parking',
  'wifiName',
  'wifiPassword',
  'houseRules',
  'departureTasks',
  'contactName',
  'contactPhone',
] as const
export type TemplateVariable = (typeof TEMPLATE_VARIABLES)[number]

/** What each variable stands for; one that is not known is missing. */
export type TemplateValues = Readonly<Partial<Record<TemplateVariable, string>>>

const PLACEHOLDER = /\{\{([^{}]*)\}\}/g

const isVariable = (name: string): name is TemplateVariable =>
  (TEMPLATE_VARIABLES as readonly string[]).includes(name)

const listNames = (body: string): readonly string[] => [
  ...new Set(Array.from(body.matchAll(PLACEHOLDER), ([, name = '']) => name.trim())),
]

/** What is wrong with the variables of a body: names that are not known, and braces that enclose none. */
export const findVariableErrors = (body: string): readonly string[] => [
  ...listNames(body)
    .filter((name) => !isVariable(name))
    .map((name) =>
      name === '' ? 'must have a name in every “{{}}”' : `must not have the unknown variable “${name}”`,
    ),
  ...(/\{\{|\}\}/.test(body.replaceAll(PLACEHOLDER, '')) ? ['must close every “{{” with “}}”'] : []),
]

/** The variables that a text still has, each once, in the order of the text. */
export const listVariables = (text: string): readonly TemplateVariable[] => listNames(text).filter(isVariable)

/** The body with its values. A variable without one stays, and is named in `missing`. */
export const renderTemplate = (
  body: string,
  values: TemplateValues,
): Readonly<{ text: string; missing: readonly TemplateVariable[] }> => {
  const valueOf = (name: string) => (isVariable(name) ? values[name] : undefined)
  return {
    text: body.replaceAll(PLACEHOLDER, (found, name: string) => valueOf(name.trim()) ?? found),
    missing: listVariables(body).filter((name) => values[name] === undefined),
  }
}
