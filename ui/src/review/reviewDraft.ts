import { useEffect, useState } from 'react'
import { z } from 'zod'
import { MAX_REVIEW_TEXT, MAX_STARS, zNewHostReview, type HostReview } from '@hearth/contracts/review'
import { keepDraft, readDraft } from '../data/drafts.ts'

/** The fields of the form: the choice is empty and stars are 0 until the person has chosen. */
export const zReviewForm = zNewHostReview.omit({ wouldHostAgain: true }).extend({
  again: z.enum(['', 'yes', 'no']).refine((choice) => choice !== ''),
})
export type ReviewForm = z.input<typeof zReviewForm>

const EMPTY: ReviewForm = {
  cleanliness: 0,
  communication: 0,
  houseRules: 0,
  again: '',
  publicText: '',
  privateText: '',
}

const zStars = z.int().min(0).max(MAX_STARS)
const zText = z.string().max(2 * MAX_REVIEW_TEXT)
const zDraft = z.strictObject({
  cleanliness: zStars,
  communication: zStars,
  houseRules: zStars,
  again: z.enum(['', 'yes', 'no']),
  publicText: zText,
  privateText: zText,
})

/** Under what a person’s texts about a stay are kept in this browser. */
const nameReview = (bookingId: string) => `review/${bookingId}`
const nameReply = (bookingId: string) => `review-reply/${bookingId}`

const readKept = (bookingId: string): ReviewForm | undefined => {
  const text = readDraft(nameReview(bookingId))
  if (text === '') return undefined
  try {
    return zDraft.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}

export const toForm = ({ wouldHostAgain, ...review }: HostReview): ReviewForm => ({
  ...review,
  again: wouldHostAgain ? 'yes' : 'no',
})

export const forgetReviewDraft = (bookingId: string): void => keepDraft(nameReview(bookingId), '')

/** What the form shows first: what was kept, else what was sent, else nothing. */
export const useFirstValues = (bookingId: string, own: HostReview | undefined): ReviewForm =>
  useState(() => readKept(bookingId) ?? (own === undefined ? EMPTY : toForm(own)))[0]

/** Keeps a text under the name as it changes; answers whether one is kept. */
const useKept = (name: string, text: string, dirty: boolean): boolean => {
  useEffect(() => {
    if (dirty) keepDraft(name, text)
  }, [name, text, dirty])
  return dirty || readDraft(name) !== ''
}

/** Keeps what the person types in this browser; answers whether it has. */
export const useKeptReview = (bookingId: string, values: ReviewForm, dirty: boolean): boolean =>
  useKept(nameReview(bookingId), JSON.stringify(values), dirty)

/** A reply that was begun and not posted. */
export const useFirstReply = (bookingId: string): string => useState(() => readDraft(nameReply(bookingId)))[0]
export const useKeptReply = (bookingId: string, text: string, dirty: boolean): boolean =>
  useKept(nameReply(bookingId), text, dirty)
export const forgetReplyDraft = (bookingId: string): void => keepDraft(nameReply(bookingId), '')
