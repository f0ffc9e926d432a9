/** A value that cannot be sent. Its message says why, and is for whoever wrote the handler. */
export class ContentError extends TypeError {
  /** Name of the class. */
  override readonly name = "ContentError";
}
