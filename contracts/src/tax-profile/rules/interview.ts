import type { TaxAnswers, TaxEntity, UsForm } from '../profile.ts'

/**
 * The form that follows from the answers; undefined while they don't say. A W-8ECI is for those who report this income in
 * a US tax return, so nothing is withheld (docs/domain/tax-profile.md#forms).
 */
export const chooseForm = ({
  entity,
  usPerson,
  filesUsReturn,
}: Pick<TaxAnswers, 'entity' | 'usPerson' | 'filesUsReturn'>): UsForm | undefined => {
  if (entity === null || usPerson === null) return undefined
  if (usPerson) return 'W9'
  if (filesUsReturn === null) return undefined
  if (filesUsReturn) return 'W8ECI'
  return entity === 'individual' ? 'W8BEN' : 'W8BENE'
}

/** Whether a form can be signed by a person or a company. */
export const isFormFor = (form: UsForm, entity: TaxEntity): boolean =>
  form === 'W8BEN' ? entity === 'individual' : form === 'W8BENE' ? entity === 'company' : true

/** The questions of the interview for the US form, in their order (docs/domain/tax-profile.md#interview). */
export const US_QUESTIONS = ['entity', 'us_person', 'us_return', 'person', 'sign'] as const
export type UsQuestion = (typeof US_QUESTIONS)[number]

/** Only what is needed: a US person isn't asked about US tax returns. */
export const listUsQuestions = ({ usPerson }: Pick<TaxAnswers, 'usPerson'>): readonly UsQuestion[] =>
  US_QUESTIONS.filter((question) => question !== 'us_return' || usPerson === false)

const isAnswered = (
  { entity, usPerson, filesUsReturn, person }: TaxAnswers,
  question: UsQuestion,
): boolean => {
  switch (question) {
    case 'entity':
      return entity !== null
    case 'us_person':
      return usPerson !== null
    case 'us_return':
      return filesUsReturn !== null
    case 'person':
      return [person.legalName, person.street, person.city, person.postalCode, person.country].every(Boolean)
    case 'sign':
      return false
  }
}

/** Where the host goes on: the first question without an answer. */
export const findUsQuestion = (answers: TaxAnswers): UsQuestion =>
  listUsQuestions(answers).find((question) => !isAnswered(answers, question)) ?? 'sign'
