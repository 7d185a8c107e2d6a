import type { SectionName } from '@hearth/contracts/listing/sections/sections'
import { onboardingTexts } from '../../i18n/en/onboarding.ts'
import type { Text, TextKey } from '../../i18n/text.ts'

const has = (path: readonly string[]): boolean => {
  let at: unknown = onboardingTexts
  for (const step of path)
    at = at !== null && typeof at === 'object' ? (at as Record<string, unknown>)[step] : undefined
  return typeof at === 'string'
}

/**
 * A text that may not exist, by its path; paths come from the tables of fields, which a test compares with
 * the texts.
 */
export const findText = (t: Text, ...path: readonly string[]): string | undefined =>
  has(path) ? t(['onboarding', ...path].join('.') as TextKey) : undefined

/** The texts of a question; `path` has the names that lead to it, `wifi`, `ssid`. */
export const findLabel = (t: Text, section: SectionName, path: readonly string[]) =>
  findText(t, 'fields', section, ...path, 'label') ?? path.at(-1) ?? ''
export const findHelp = (t: Text, section: SectionName, path: readonly string[]) =>
  findText(t, 'fields', section, ...path, 'help')
export const findUnit = (t: Text, section: SectionName, path: readonly string[]) =>
  findText(t, 'fields', section, ...path, 'unit')
/** The text of an option: the question's own, otherwise the common one. */
export const findOptionText = (t: Text, section: SectionName, path: readonly string[], value: string) =>
  findText(t, 'fields', section, ...path, 'options', value) ??
  findText(t, 'options', value) ??
  value.replaceAll('_', ' ')
