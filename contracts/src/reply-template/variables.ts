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

/** A piece of a body as it is read: `isValue` for what was filled in. */
export type RenderedPart = Readonly<{ text: string; isValue: boolean }>

/** The body with its values, in pieces. A variable without one stays. */
export const renderParts = (body: string, values: TemplateValues): readonly RenderedPart[] => {
  const valueOf = (name: string) => (isVariable(name) ? values[name] : undefined)
  const parts: RenderedPart[] = []
  let end = 0
  for (const { 0: found, 1: name = '', index } of body.matchAll(PLACEHOLDER)) {
    const value = valueOf(name.trim())
    parts.push(
      { text: body.slice(end, index), isValue: false },
      { text: value ?? found, isValue: value !== undefined },
    )
    end = index + found.length
  }
  return [...parts, { text: body.slice(end), isValue: false }].filter(({ text }) => text !== '')
}

/** The same as one text. Variables without a value are named in `missing`. */
export const renderTemplate = (
  body: string,
  values: TemplateValues,
): Readonly<{ text: string; missing: readonly TemplateVariable[] }> => ({
  text: renderParts(body, values)
    .map(({ text }) => text)
    .join(''),
  missing: listVariables(body).filter((name) => values[name] === undefined),
})
