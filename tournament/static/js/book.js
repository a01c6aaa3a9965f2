// Brings the open fan into view in the list beside its page.
const list = document.querySelector("[data-book-list]");
const current = list?.querySelector("[aria-current]");
if (current) list.scrollTop = current.offsetTop - list.offsetTop - list.clientHeight / 2;
