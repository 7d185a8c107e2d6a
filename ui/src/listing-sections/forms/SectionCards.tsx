import type { SectionName } from '@hearth/contracts/listing/sections/sections'
import type { TextKey } from '../../i18n/text.ts'
import { useText } from '../../i18n/text.ts'
import { Card } from '../../components/layout/Card.tsx'
import { SECTION_CARDS } from './cards.ts'
import styles from '../fields/Form.module.css'
import type { FormProps } from '../fields/formProps.ts'
import { Question } from '../fields/Question.tsx'
import type { FormCard } from '../fields/spec.ts'

export type CardSection = keyof typeof SECTION_CARDS
export const isCardSection = (section: SectionName): section is CardSection => section in SECTION_CARDS

/** The questions of a section from its table (cards.ts). */
export const SectionCards = ({
  section,
  listingId,
  currency,
  editor,
  commentsAt,
}: FormProps & { section: CardSection }) => {
  const t = useText()
  const cards: readonly FormCard[] = SECTION_CARDS[section]
  return cards.map(({ key, fields }) => (
    <Card key={key} title={t(`onboarding.cards.${section}.${key}` as TextKey)}>
      <div className={`${styles['fields']} ${styles['narrow']}`}>
        {fields
          .filter(({ when }) => when === undefined || when(editor.fields ?? {}))
          .map((spec) => (
            <Question
              key={spec.name}
              editor={editor}
              section={section}
              listingId={listingId}
              currency={currency}
              spec={spec}
              comments={commentsAt(spec.name)}
            />
          ))}
      </div>
    </Card>
  ))
}
