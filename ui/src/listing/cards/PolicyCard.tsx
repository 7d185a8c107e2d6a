import { z } from 'zod'
import {
  CANCELLATION_POLICY_CODES,
  zCancellationPolicyCode,
  type CancellationPolicyCode,
} from '@hearth/contracts/policy'
import type { Listing } from '../../data/records/records.ts'
import { usePolicy } from '../../data/queries/usePolicy.ts'
import { useText } from '../../i18n/text.ts'
import { EditCard } from '../../components/form/EditCard.tsx'
import { RadioField } from '../../components/form/fields/RadioField.tsx'
import styles from '../page/ListingPage.module.css'
import { isChoosable, describePolicy } from './policyLines.ts'

const zPolicy = z.strictObject({ code: zCancellationPolicyCode })

const Sentences = ({ code }: { code: CancellationPolicyCode }) => {
  const t = useText()
  const terms = usePolicy('cancellation')?.[code]
  return terms ? (
    <ul className={styles['sentences']}>
      {describePolicy(terms, t).map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  ) : null
}

/** The cancellation policy: what a guest gets back and when. */
export const PolicyCard = ({ listing }: { listing: Listing }) => {
  const t = useText()
  const terms = usePolicy('cancellation')
  const findLabel = (code: CancellationPolicyCode) => terms?.[code]?.label ?? ''
  const choices = CANCELLATION_POLICY_CODES.filter(
    (code) => code === listing.cancellationPolicyCode || (terms?.[code] && isChoosable(code, terms[code])),
  )
  return (
    <EditCard
      title={t('listings.policy')}
      record={listing}
      resource="listings"
      verb="set-cancellation-policy"
      capability="listing.write"
      touches={['claims']}
      saved={t('listings.saved', { what: t('listings.policy'), title: listing.title })}
      note={t('listings.futureOnly')}
      lines={(one) => [
        { label: t('listings.fields.policy'), value: findLabel(one.cancellationPolicyCode) },
        { label: t('listings.fields.longTerm'), value: findLabel(one.longTermPolicyCode) },
      ]}
      schema={zPolicy}
      values={({ cancellationPolicyCode }) => ({ code: cancellationPolicyCode })}
      change={({ code }) => ({ body: { code }, patch: { cancellationPolicyCode: code } })}
      form={({ control, values: { code } }) => (
        <>
          <RadioField
            untitled
            control={control}
            name="code"
            label={t('listings.fields.policy')}
            className={styles['policies']}
            options={choices.map((value) => ({ value, label: findLabel(value) }))}
          />
          <div style={{ margin: '0 -16px' }}>
            <Sentences code={code} />
          </div>
        </>
      )}
    >
      <Sentences code={listing.cancellationPolicyCode} />
    </EditCard>
  )
}
