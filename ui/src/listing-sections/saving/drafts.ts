import { SECTION_NAMES, type SectionName } from '@hearth/contracts/listing/sections/sections'
import type { Draft } from './autosave.ts'

/**
 * The person, listing and section of a draft. Another person who signs in on this device can neither see nor
 * send it.
 */
export type DraftName = Readonly<{ userId: string; listingId: string; section: SectionName }>

const PREFIX = 'hearth.section'
const formatKey = ({ userId, listingId, section }: DraftName) =>
  [PREFIX, userId, listingId, section].join('/')

/**
 * Written with every key press and removed once the server has the change. Without storage space it lasts as
 * long as the page.
 */
export const keepDraft = (name: DraftName, draft: Draft) => {
  try {
    localStorage.setItem(formatKey(name), JSON.stringify(draft))
  } catch {
    dropDraft(name)
  }
}

export const dropDraft = (name: DraftName) => localStorage.removeItem(formatKey(name))

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null
/**
 * An earlier version of the console may have stored another shape, which would break the page each time it
 * opens.
 */
const isDraft = (value: unknown): value is Draft =>
  isRecord(value) &&
  [value['changes'], value['conflicts'], value['refusals']].every(isRecord) &&
  (value['sending'] === null || isRecord(value['sending']))

export const readDraft = (name: DraftName): Draft | null => {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(formatKey(name)) ?? 'null')
    return isDraft(kept) ? kept : null
  } catch {
    return null
  }
}

/** The person's unsent drafts in this browser. */
export const listDrafts = (userId: string): readonly DraftName[] =>
  Object.keys(localStorage).flatMap((key) => {
    const [prefix, owner, listingId = '', text] = key.split('/')
    const section = SECTION_NAMES.find((one) => one === text)
    return prefix === PREFIX && owner === userId && section !== undefined
      ? [{ userId, listingId, section }]
      : []
  })
