/** The items beside the slots, on wide screens. An item is dragged to a slot, or pressed to fill the first empty slot. */
import { listSlotsOf, type Arrangement } from '#exam/arrangement.ts'
import { plainText } from '#exam/plain-text.ts'
import { letterOf } from '#exam/question.ts'
import { arranging } from '#text/arranging.ts'
import { Icon } from '#web/ui/icon.tsx'
import { RichText } from '#web/ui/rich-text.tsx'

/** The `data-drop` of the pool. The `data-drop` of a slot is its position. */
export const poolTarget = 'pool'

/** `onPlace` is missing when no slot is empty. */
type Props = { items: readonly string[]; slots: Arrangement; onPlace: ((item: number) => void) | undefined }

export function ItemPool({ items, slots, onPlace }: Props) {
  return (
    <section className="pool" aria-label={arranging.items} data-drop={poolTarget}>
      <h3 aria-hidden="true">{arranging.items}</h3>
      <ul role="list">
        {items.map((html, item) => {
          const isUsed = listSlotsOf(slots, item).length > 0
          return (
            <li key={item}>
              <button
                className="slot"
                type="button"
                aria-label={arranging.placeItem(`${letterOf(item)} ${plainText(html)}${isUsed ? ` ${arranging.used}` : ''}`)}
                aria-disabled={onPlace ? undefined : true}
                data-item={item}
                data-used={isUsed ? '' : undefined}
                onClick={() => onPlace?.(item)}
              >
                <b>{letterOf(item)}</b> <RichText as="span" html={html} /> {isUsed && <span className="small">{arranging.used}</span>}
                <span className="handle" data-handle="">
                  <Icon name="grip" />
                </span>
              </button>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
