import type { ReactNode } from 'react'
import type { RequestPreview } from '@hearth/contracts/request'
import { Loaded } from '../../components/feedback/Loaded.tsx'
import { useListings } from '../../data/queries/useListings.ts'
import type { RequestRecord } from '../../data/records/records.ts'
import { useText } from '../../i18n/text.ts'
import { AlreadyDecided } from './AlreadyDecided.tsx'
import { Decide, type AnswerWords } from './Decide.tsx'
import { DecisionMoney } from './DecisionMoney.tsx'
import { Numbers } from './Numbers.tsx'
import { Outcome } from './Outcome.tsx'
import styles from './RequestPage.module.css'
import type { GuestDecision } from './useGuestDecision.ts'

type Props = Readonly<{
  request: RequestRecord
  words: AnswerWords
  decision: GuestDecision
  /** The nights that the request is about, and what becomes of them. */
  nights?: (preview: RequestPreview) => ReactNode
}>

/** A question of a guest: what each answer does, the answer, and what was decided. */
export const GuestRequest = ({ request, decision, words, nights }: Props) => {
  const t = useText()
  const listing = useListings([request.listingId]).get(request.listingId)
  const { open, may, accept, decline, ifAccepted } = decision
  return (
    <>
      <div className={styles['decide']}>
        {open ? (
          <Decide request={request} decision={decision} words={words} />
        ) : (
          <Outcome request={request} />
        )}
        <AlreadyDecided error={accept.error ?? decline.error} />
      </div>
      {open && may && (
        <div className={styles['effects']}>
          <Loaded query={ifAccepted} failed={t('request.money.failed')}>
            {(preview) => (
              <>
                {nights?.(preview)}
                <DecisionMoney preview={preview} />
                <Numbers request={request} listing={listing} />
              </>
            )}
          </Loaded>
        </div>
      )}
    </>
  )
}
