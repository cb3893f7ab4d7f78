/* A worm bot on standard input and output, in C. Compile it, and let a daemon run it:
 *     cc -O2 -o worm_bot examples/wuermer/worm_bot.c
 *     twistd -n boardhub --wuermer-program c=./worm_bot
 * It makes the step that brings one of its heads nearest to the hole, as the ways are free now. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIDE = 99, EDGED = SIDE + 2, WORMS = SIDE * SIDE / 6 + 1, FAR = SIDE * SIDE };

typedef struct { int x, y; } Field;
typedef struct { int count; int left; Field parts[WORMS][3]; } Side; /* head, middle, tail */

static const char NAMES[] = "NOSW";
static const int DX[] = {0, 1, 0, -1}, DY[] = {-1, 0, 1, 0};

static char line[128];
static Field hole;
static char taken[EDGED][EDGED]; /* by an obstacle, a worm, or the edge around the board */
static int steps[EDGED][EDGED];  /* from a field to the hole */
static Side own, foreign;

/* The next line; where none comes any more it is over. */
static const char *read_line(void)
{
    if (!fgets(line, sizeof line, stdin))
        exit(0);
    line[strcspn(line, "\r\n")] = '\0';
    return line;
}

static int read_number(void) { return atoi(read_line()); }

/* The next field of a list, or 0: a keyword ends it, and is in `line`. */
static int read_field(Field *field)
{
    if (line[strspn(read_line(), "0123456789")] != '\0')
        return 0;
    field->x = atoi(line);
    field->y = read_number();
    return 1;
}

static void read_worms(Side *side)
{
    Field field;
    int parts;
    for (parts = 0; read_field(&field); parts++) {
        side->parts[parts / 3][parts % 3] = field;
        taken[field.x][field.y] = 1;
    }
    side->count = side->left = parts / 3;
}

static void read_start(void)
{
    Field field;
    int width = read_number();
    int height = read_number();
    hole.x = read_number();
    hole.y = read_number();
    read_line(); /* how many turns each player has */
    for (int i = 0; i < EDGED; i++)
        taken[0][i] = taken[width + 1][i] = taken[i][0] = taken[i][height + 1] = 1;
    for (read_line(); read_field(&field);) /* behind Hindernisse */
        taken[field.x][field.y] = 1;
    read_worms(&own);
    read_worms(&foreign);
}

/* Count the steps to the hole over free fields, nearest fields first. */
static void find_ways(void)
{
    static Field edge[FAR];
    int first = 0, last = 0;
    for (int x = 0; x < EDGED; x++)
        for (int y = 0; y < EDGED; y++)
            steps[x][y] = FAR;
    steps[hole.x][hole.y] = 0;
    edge[last++] = hole;
    while (first < last) {
        Field field = edge[first++];
        for (int d = 0; d < 4; d++) {
            Field near = {field.x + DX[d], field.y + DY[d]};
            if (!taken[near.x][near.y] && steps[near.x][near.y] == FAR) {
                steps[near.x][near.y] = steps[field.x][field.y] + 1;
                edge[last++] = near;
            }
        }
    }
}

/* Carry a move out. A worm in the hole has no head any more: its x is 0. */
static void crawl(Side *side, int number, int d)
{
    Field *worm = side->parts[number - 1];
    Field head = {worm[0].x + DX[d], worm[0].y + DY[d]};
    taken[worm[2].x][worm[2].y] = 0;
    if (head.x == hole.x && head.y == hole.y) {
        taken[worm[0].x][worm[0].y] = taken[worm[1].x][worm[1].y] = 0;
        worm[0].x = 0;
        side->left--;
        return;
    }
    memmove(&worm[1], &worm[0], 2 * sizeof(Field));
    worm[0] = head;
    taken[head.x][head.y] = 1;
}

static void take_turn(void)
{
    int best = FAR + 1, number = 0, direction = 0;
    find_ways();
    for (int i = 0; i < own.count; i++)
        for (int d = 0; d < 4; d++) {
            Field head = own.parts[i][0];
            int x = head.x + DX[d], y = head.y + DY[d];
            if (head.x > 0 && !taken[x][y] && steps[x][y] < best) {
                best = steps[x][y];
                number = i + 1;
                direction = d;
            }
        }
    if (number > 0) {
        printf("%d\n%c\n", number, NAMES[direction]);
        crawl(&own, number, direction);
    } else {
        puts("Kann nicht");
    }
    fflush(stdout);
}

int main(void)
{
    read_start();
    int my_turn = strcmp(line, "Erster") == 0;
    for (; own.left > 0; my_turn = !my_turn) { /* without worms it has won, and is told no more */
        if (my_turn) {
            take_turn();
        } else if (strcmp(read_line(), "Ende") == 0) {
            break;
        } else if (strcmp(line, "Kann nicht") != 0) {
            int number = atoi(line);
            crawl(&foreign, number, strchr(NAMES, read_line()[0]) - NAMES);
        }
    }
    return 0;
}
