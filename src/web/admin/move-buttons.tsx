/** Buttons that move entries in a list of a form. They keep the focus when an entry cannot move any further. */
import { questionEditor } from '#web/text/en/admin/question-editor.ts'
import { Icon, type IconName } from '#web/ui/icon.tsx'

type MoveButtonsProps = { name: string; position: number; total: number; onMove: (to: number) => void }

export function MoveButtons({ name, position, total, onMove }: MoveButtonsProps) {
  const last = total - 1
  return (
    <>
      <EntryButton icon="up" name={questionEditor.moveUp(name)} isOff={position === 0} onPress={() => onMove(position - 1)} />
      <EntryButton icon="down" name={questionEditor.moveDown(name)} isOff={position === last} onPress={() => onMove(position + 1)} />
    </>
  )
}

type EntryButtonProps = { icon: IconName; name: string; isOff?: boolean; onPress: () => void }

export function EntryButton({ icon, name, isOff = false, onPress }: EntryButtonProps) {
  return (
    <button
      className="button"
      data-kind="quiet"
      data-size="icon"
      type="button"
      aria-label={name}
      aria-disabled={isOff || undefined}
      onClick={() => !isOff && onPress()}
      data-act={icon}
    >
      <Icon name={icon} />
    </button>
  )
}
