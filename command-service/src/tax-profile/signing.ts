import type { Instant } from '@hearth/contracts/kernel/dates'
import type { OfType } from '@hearth/contracts/kernel/message'
import {
  computeExpiryAt,
  computeValidUntil,
  isFormFor,
  type TaxProfile,
  type TaxProfileCommand,
  type TaxProfileEvent,
} from '@hearth/contracts/tax-profile'
import { isSameName } from '../payout-account/holderName.ts'
import { accept, reject, type Context, type Rejected } from '../runtime/decider.ts'
import { vaultRefFor } from './numbersIn.ts'
import { withCompletion } from './completion.ts'
import type { TaxProfileFacts } from './taxProfile.facts.ts'

type Data<T extends TaxProfileCommand['type']> = OfType<TaxProfileCommand, T>['data']
type FormData = Omit<Data<'ImportTaxForm'>, 'signedAt'>
export type TaxContext = Context<TaxProfileFacts>
type Problem = Readonly<{ pointer: string; detail: string }>

const when = (wrong: boolean, pointer: string, detail: string): readonly Problem[] =>
  wrong ? [{ pointer, detail }] : []

/** What the form itself demands (docs/domain/tax-profile.md#forms). */
const formProblems = ({ form, entity, person, tin, treatyCountry }: FormData): readonly Problem[] => {
  const isForeign = form !== 'W9'
  return [
    ...when(!isFormFor(form, entity), '/form', 'is for the other kind of taxpayer'),
    ...when(
      isForeign && person.country === 'US',
      '/person/country',
      'must be outside the US. If you’re taxed in the US, sign a W-9 instead',
    ),
    ...when(
      (form === 'W9' || form === 'W8ECI') && tin.type === 'foreign',
      '/tin/type',
      'must be a US number on this form: an SSN, an EIN or an ITIN',
    ),
    ...when(
      entity === 'company' && (tin.type === 'SSN' || tin.type === 'ITIN'),
      '/tin/type',
      'must be the company’s own number, not a person’s',
    ),
    ...when(form === 'W9' && tin.country !== 'US', '/tin/country', 'must be the US'),
    ...when(
      treatyCountry !== null && (form === 'W9' || form === 'W8ECI'),
      '/treatyCountry',
      'can’t be claimed on this form',
    ),
    ...when(
      treatyCountry !== null && treatyCountry !== person.country,
      '/treatyCountry',
      'must be the country you live in',
    ),
  ]
}

const refuseForm = (data: FormData, { facts }: TaxContext): Rejected | undefined => {
  const number = facts.numbers[0]?.problem ?? null
  const errors = [
    ...formProblems(data),
    ...when(number !== null, '/tin/number', number ?? ''),
    ...when(
      data.entity === 'individual' && !isSameName(data.signedName, data.person.legalName),
      '/signedName',
      'must be your name as it is on the form',
    ),
  ]
  return errors.length === 0
    ? undefined
    : reject('VALIDATION_FAILED', 'This form can’t be signed like this.', { errors })
}

const submitted = (
  data: FormData,
  signedAt: Instant,
  { id, commandId, facts }: TaxContext,
): TaxProfileEvent => {
  const { form, entity, person, treatyCountry, signedName } = data
  const [
    { problem: _problem, ...tin } = {
      country: '',
      type: data.tin.type,
      last4: '',
      numberHash: '',
      problem: null,
    },
  ] = facts.numbers
  return {
    type: 'TaxFormSubmitted',
    data: {
      hostAccountId: id,
      form,
      entity,
      person,
      tin,
      vaultRef: vaultRefFor(id, commandId),
      treatyCountry,
      signedName,
      signedAt,
      validUntil: computeValidUntil(form, signedAt),
      fileSha256: facts.file?.sha256 ?? '',
    },
  }
}

const isRepeated = ({ form }: TaxProfile, { id, commandId }: TaxContext): boolean =>
  form?.vaultRef === vaultRefFor(id, commandId)

/** Forms, from the signature to their end (docs/domain/tax-profile.md#forms). */
export const decideForms = {
  SubmitTaxForm: (data: Data<'SubmitTaxForm'>, profile: TaxProfile, ctx: TaxContext) =>
    isRepeated(profile, ctx)
      ? accept<TaxProfileEvent>([])
      : (refuseForm(data, ctx) ?? accept<TaxProfileEvent>([submitted(data, ctx.now, ctx)])),
  ImportTaxForm: (data: Data<'ImportTaxForm'>, profile: TaxProfile, ctx: TaxContext) => {
    if (isRepeated(profile, ctx)) return accept<TaxProfileEvent>([])
    const { signedAt } = data
    const validUntil = computeValidUntil(data.form, signedAt)
    if (signedAt > ctx.now || (validUntil !== null && computeExpiryAt(validUntil) <= ctx.now))
      return reject('VALIDATION_FAILED', 'The form isn’t valid today.', {
        errors: [{ pointer: '/signedAt', detail: 'must be a day on which the form is still valid today' }],
      })
    const event = submitted(data, signedAt, ctx)
    return (
      refuseForm(data, ctx) ??
      accept<TaxProfileEvent>(
        withCompletion(profile, ctx, [
          event,
          {
            type: 'TinMatched',
            data: { hostAccountId: ctx.id, vaultRef: vaultRefFor(ctx.id, ctx.commandId) },
          },
        ]),
      )
    )
  },
  ExpireTaxForm: ({ signedAt }: Data<'ExpireTaxForm'>, { form, requests }: TaxProfile, ctx: TaxContext) => {
    const isDue =
      form !== null &&
      !form.expired &&
      form.signedAt === signedAt &&
      form.validUntil !== null &&
      computeExpiryAt(form.validUntil) <= ctx.now
    if (!isDue) return accept<TaxProfileEvent>([])
    return accept<TaxProfileEvent>([
      { type: 'TaxFormExpired', data: { hostAccountId: ctx.id, form: form.form } },
      ...(requests.us === null
        ? []
        : [{ type: 'TaxInfoRequested', data: { hostAccountId: ctx.id, part: 'us' } } as const]),
    ])
  },
  RecordTinMatch: ({ vaultRef, outcome }: Data<'RecordTinMatch'>, profile: TaxProfile, ctx: TaxContext) => {
    const { form, requests } = profile
    const hostAccountId = ctx.id
    if (form === null || form.vaultRef !== vaultRef || form.match !== 'pending')
      return accept<TaxProfileEvent>([])
    if (outcome === 'matched')
      return accept<TaxProfileEvent>(
        withCompletion(profile, ctx, [{ type: 'TinMatched', data: { hostAccountId, vaultRef } }]),
      )
    return accept<TaxProfileEvent>([
      { type: 'TinMismatched', data: { hostAccountId, vaultRef, code: outcome } },
      ...(requests.us === null
        ? []
        : [{ type: 'TaxInfoRequested', data: { hostAccountId, part: 'us' } } as const]),
    ])
  },
}
