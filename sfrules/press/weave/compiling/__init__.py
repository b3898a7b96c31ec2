"""From a page's tokens to its syntax tree, and from that to what can be worked out."""
