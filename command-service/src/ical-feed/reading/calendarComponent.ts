import { EntryError, parseMoment, type Moment } from './calendarTimes.ts'

export type Property = readonly [
  name: string,
  parameters: Readonly<Record<string, unknown>>,
  type: string,
  ...values: readonly unknown[],
]
/** A calendar or one of its entries in jCal form, as the parser returns it. */
export type Component = readonly [
  name: string,
  properties: readonly Property[],
  components: readonly Component[],
]

export const findProperty = ([, properties]: Component, name: string): Property | undefined =>
  properties.find(([each]) => each === name)

/** Empty when the property is missing or isn't text. */
export const readText = (component: Component, name: string): string => {
  const value = findProperty(component, name)?.[3]
  return typeof value === 'string' ? value : ''
}

export const readMoment = (component: Component, name: string): Moment | undefined => {
  const property = findProperty(component, name)
  return property && parseMoment(property[3], property[1]['tzid'])
}

/** A moment with its own end: a moment, or a duration as it was written. */
export type Period = Readonly<{ start: Moment; end: Moment | string | undefined }>

/** All values of a property that can occur several times. Throws an `EntryError` for one that isn't a time. */
export const readPeriods = ([, properties]: Component, name: string): Period[] =>
  properties
    .filter(([each]) => each === name)
    .flatMap(([, parameters, , ...values]) =>
      values.map((value): Period => {
        const [from, to] = (Array.isArray(value) ? value : [value]) as readonly unknown[]
        const start = parseMoment(from, parameters['tzid'])
        if (start === undefined) throw new EntryError('dates')
        const end = to === undefined ? undefined : (parseMoment(to, parameters['tzid']) ?? String(to))
        return { start, end }
      }),
    )

/** A recurrence rule as it was written; the parser splits it into parts by name. */
export const formatRule = ([, , , parsed]: Property): string =>
  Object.entries(Object(parsed) as Readonly<Record<string, unknown>>)
    .map(([name, value]) => `${name}=${Array.isArray(value) ? value.join(',') : String(value)}`)
    .join(';')
