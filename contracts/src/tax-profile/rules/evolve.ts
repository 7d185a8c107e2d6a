import type { Instant } from '../../kernel/dates.ts'
import type { OfType } from '../../kernel/message.ts'
import type { TaxDocument } from '../document.ts'
import type { TaxProfileEvent } from '../messages.ts'
import { ERASED_PERSON, type TaxPerson, type TaxProfile } from '../profile.ts'

type Evolve = {
  readonly [T in TaxProfileEvent['type']]: (
    profile: TaxProfile,
    data: OfType<TaxProfileEvent, T>['data'],
    at: Instant,
  ) => TaxProfile
}

const readPerson = (person: TaxPerson | string): TaxPerson =>
  typeof person === 'string' ? ERASED_PERSON : person

const changeForm = (
  profile: TaxProfile,
  vaultRef: string,
  part: Partial<NonNullable<TaxProfile['form']>>,
): TaxProfile =>
  profile.form?.vaultRef === vaultRef ? { ...profile, form: { ...profile.form, ...part } } : profile

const withDocument = (
  profile: TaxProfile,
  { hostAccountId: _account, documentId, ...issued }: OfType<TaxProfileEvent, 'TaxDocumentIssued'>['data'],
  more: Pick<TaxDocument, 'issuedAt' | 'corrects'>,
): TaxProfile => ({
  ...profile,
  documents: [...profile.documents, { ...issued, id: documentId, ...more }],
})

/** The profile after each event: what decides and what is shown fold with the same function. */
export const evolveTaxProfile: Evolve = {
  TaxInfoRequested: (profile, { part }, at) => ({
    ...profile,
    requests: { ...profile.requests, [part]: at },
    reminders: profile.reminders.filter(({ about }) => about !== part),
  }),
  TaxAnswersSaved: (profile, { hostAccountId: _account, person, ...answers }) => ({
    ...profile,
    answers: { ...answers, person: typeof person === 'string' ? {} : person },
  }),
  TaxFormSubmitted: (profile, { hostAccountId: _account, person, ...form }) => ({
    ...profile,
    form: { ...form, person: readPerson(person), match: 'pending', expired: false },
    reminders: profile.reminders.filter(({ about }) => about !== 'expiry'),
  }),
  TinMatched: (profile, { vaultRef }) => changeForm(profile, vaultRef, { match: 'matched' }),
  TinMismatched: (profile, { vaultRef }) => changeForm(profile, vaultRef, { match: 'mismatch' }),
  Dac7Provided: (profile, { hostAccountId: _account, person, ...data }, providedAt) => ({
    ...profile,
    dac7: { ...data, person: readPerson(person), providedAt },
  }),
  VatIdSet: (profile, { hostAccountId: _account, ...vat }, setAt) => ({
    ...profile,
    vat: { ...vat, setAt, status: 'pending', checkedAt: null },
  }),
  VatIdRemoved: (profile) => ({ ...profile, vat: null }),
  VatIdValidated: (profile, { vaultRef, ok }, checkedAt) =>
    profile.vat?.vaultRef === vaultRef
      ? { ...profile, vat: { ...profile.vat, status: ok ? 'valid' : 'invalid', checkedAt } }
      : profile,
  TaxProfileCompleted: (profile) => profile,
  TaxInfoReminderSent: (profile, { about, number }, at) => ({
    ...profile,
    reminders: [...profile.reminders, { about, number, at }],
  }),
  TaxFormExpired: (profile) => ({ ...profile, form: profile.form && { ...profile.form, expired: true } }),
  TaxDocumentIssued: (profile, data, issuedAt) => withDocument(profile, data, { issuedAt, corrects: null }),
  TaxDocumentCorrected: (profile, { corrects, ...data }, issuedAt) =>
    withDocument(profile, data, { issuedAt, corrects }),
  TaxHoldPlaced: (profile, { part }, at) => ({ ...profile, holds: { ...profile.holds, [part]: at } }),
  TaxHoldLifted: (profile, { part }) => ({ ...profile, holds: { ...profile.holds, [part]: null } }),
}
