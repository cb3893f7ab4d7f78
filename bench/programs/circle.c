/* Plays worms without a thought: its first worm goes round in a square.
 *
 * circle            plays a match, from its start to "Ende"
 * circle MOVES      plays as the first, without a start, and ends after so many moves
 * circle - DELAY    plays a match, and waits so many microseconds before each move
 *
 * cc -O2 -o circle circle.c
 */
#define _DEFAULT_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char line[128];

static int hear(void)
{
    return fgets(line, sizeof line, stdin) != NULL && strncmp(line, "Ende", 4) != 0;
}

int main(int count, char **words)
{
    static const char directions[] = "OSWN";
    long moves = count == 2 ? atol(words[1]) : -1;
    useconds_t delay = count == 3 ? (useconds_t)atol(words[2]) : 0;
    int first = count == 2, turn = 0;

    while (count != 2) {
        if (!hear())
            return 1;
        if (strncmp(line, "Erster", 6) == 0 || strncmp(line, "Zweiter", 7) == 0) {
            first = line[0] == 'E';
            break;
        }
    }
    if (!first && (!hear() || !hear()))
        return 0;
    for (;;) {
        if (delay)
            usleep(delay);
        printf("1\n%c\n", directions[turn++ % 4]);
        fflush(stdout);
        if (--moves == 0 || !hear() || !hear())
            return 0;
    }
}
