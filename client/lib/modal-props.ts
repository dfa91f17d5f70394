/** Props of every registered modal. */
export interface ModalProps {
  readonly onClose: () => void;
}

/** Props of a modal about a session, from `&session=` of the address. */
export interface SessionModalProps extends ModalProps {
  readonly session: number;
}
