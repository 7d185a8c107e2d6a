import type { OfType } from '@hearth/contracts/kernel/message'
import type { TaxProfile, TaxProfileCommand, TaxProfileEvent } from '@hearth/contracts/tax-profile'
import { accept, reject } from '../runtime/decider.ts'
import { wrongField } from '../runtime/refusals.ts'
import { withCompletion } from './completion.ts'
import { vaultRefFor } from './numbersIn.ts'
import type { TaxContext } from './signing.ts'

type Data<T extends TaxProfileCommand['type']> = OfType<TaxProfileCommand, T>['data']

const none = accept<TaxProfileEvent>([])

const dac7Problems = ({ entity, person, tins }: Data<'SubmitDac7'>, { facts, now }: TaxContext) => [
  ...facts.numbers.flatMap(({ problem }, index) =>
    problem === null ? [] : [{ pointer: `/tins/${index}/number`, detail: problem }],
  ),
  ...(tins.some(({ country }) => country === person.country)
    ? []
    : [{ pointer: '/tins', detail: 'must include the number of the country you live in' }]),
  ...(entity === 'individual' && person.birthDate === null
    ? [{ pointer: '/person/birthDate', detail: 'is required for a person' }]
    : []),
  ...(person.birthDate !== null && person.birthDate >= now.slice(0, 10)
    ? [{ pointer: '/person/birthDate', detail: 'must be in the past' }]
    : []),
  ...(entity === 'company' && person.registerNumber === null
    ? [{ pointer: '/person/registerNumber', detail: 'is required for a company' }]
    : []),
]

/** The interview, what DAC7 asks for, and the VAT number (docs/domain/tax-profile.md#interview). */
export const decideAnswers = {
  SaveTaxAnswers: (data: Data<'SaveTaxAnswers'>, { answers }: TaxProfile, ctx: TaxContext) => {
    const person = { ...answers.person, ...data.person }
    const next = { ...data, person }
    const isSame = JSON.stringify(next) === JSON.stringify({ ...answers, person: answers.person })
    return isSame
      ? none
      : accept<TaxProfileEvent>([{ type: 'TaxAnswersSaved', data: { hostAccountId: ctx.id, ...next } }])
  },
  SubmitDac7: (data: Data<'SubmitDac7'>, profile: TaxProfile, ctx: TaxContext) => {
    const vaultRef = vaultRefFor(ctx.id, ctx.commandId)
    if (profile.dac7?.vaultRef === vaultRef) return none
    const [foreign] = ctx.facts.foreignListings
    if (foreign !== undefined) return wrongField('/properties', 'must be listings of this account')
    const errors = dac7Problems(data, ctx)
    if (errors.length > 0)
      return reject('VALIDATION_FAILED', 'These details can’t be reported like this.', { errors })
    return accept<TaxProfileEvent>(
      withCompletion(profile, ctx, [
        {
          type: 'Dac7Provided',
          data: {
            hostAccountId: ctx.id,
            entity: data.entity,
            person: data.person,
            tins: ctx.facts.numbers.map(({ problem: _problem, ...tin }) => tin),
            vaultRef,
            properties: data.properties,
          },
        },
      ]),
    )
  },
  SetVatId: ({ country }: Data<'SetVatId'>, { vat }: TaxProfile, ctx: TaxContext) => {
    const vaultRef = vaultRefFor(ctx.id, ctx.commandId)
    if (vat?.vaultRef === vaultRef) return none
    const [number] = ctx.facts.numbers
    if (number === undefined || number.problem !== null)
      return wrongField('/number', number?.problem ?? 'is missing')
    const { last4, numberHash } = number
    return accept<TaxProfileEvent>([
      { type: 'VatIdSet', data: { hostAccountId: ctx.id, country, last4, numberHash, vaultRef } },
    ])
  },
  RemoveVatId: (_data: Data<'RemoveVatId'>, { vat }: TaxProfile, ctx: TaxContext) =>
    vat === null
      ? none
      : accept<TaxProfileEvent>([{ type: 'VatIdRemoved', data: { hostAccountId: ctx.id } }]),
  RecordVatCheck: ({ vaultRef, ok }: Data<'RecordVatCheck'>, { vat }: TaxProfile, ctx: TaxContext) =>
    vat?.vaultRef === vaultRef && vat.status === 'pending'
      ? accept<TaxProfileEvent>([{ type: 'VatIdValidated', data: { hostAccountId: ctx.id, vaultRef, ok } }])
      : none,
}
