/** The list of keyboard shortcuts, and a switch that turns them off on this device. */
import { keyboardShortcuts as words } from '#text/keyboard-shortcuts.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { Switch } from '#web/ui/forms/switch.tsx'

/** Shortcuts that a simulation does not have: they reveal the answer, mark it as a guess, open a note, or open the help. */
const practiceKeys = ['R', 'U', 'T', '/']

type Props = {
  isOpen: boolean
  onClose: () => void
  isOn: boolean
  onSwitch: (isOn: boolean) => void
  /** In a simulation, `practiceKeys` are left out. */
  isSealed: boolean
  /** Whether to list the key that opens the documentation. */
  hasDocumentation: boolean
}

export function KeyboardShortcutsDialog({ isOpen, onClose, isOn, onSwitch, isSealed, hasDocumentation }: Props) {
  return (
    <Dialog title={words.title} isOpen={isOpen} onClose={onClose}>
      <div className="body flow">
        <dl className="key-list">
          {words.list
            .filter(({ keys }) => (keys === 'O' ? hasDocumentation : !isSealed || !practiceKeys.includes(keys)))
            .map(({ keys, does }) => (
              <div key={keys}>
                <dt>
                  <kbd>{keys}</kbd>
                </dt>
                <dd>{does}</dd>
              </div>
            ))}
        </dl>
        <Switch label={words.enable} isOn={isOn} onSwitch={onSwitch} />
      </div>
    </Dialog>
  )
}
